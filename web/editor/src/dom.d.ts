// Browser APIs that TypeScript's DOM library does not declare: access to the user's files, and files that the system
// opens.

type PermissionRequest = { mode: "read" | "readwrite" };

interface FileSystemHandle {
  /** Absent in browsers whose handles need no permission. */
  queryPermission?(request: PermissionRequest): Promise<PermissionState>;
  requestPermission(request: PermissionRequest): Promise<PermissionState>;
}

interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemFileHandle | FileSystemDirectoryHandle | null>;
}

interface Window {
  showDirectoryPicker?(options: { id: string; mode: "read" | "readwrite" }): Promise<FileSystemDirectoryHandle>;
}

declare var launchQueue: { setConsumer(consumer: (launch: { files?: FileSystemFileHandle[] }) => void): void } | undefined;
