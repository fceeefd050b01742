// Archives for tests of the page.

/** Creates a tar of files, by path, with fixed modification times. */
export function tar(files) {
  const blocks = Object.entries(files).flatMap(([path, content]) => {
    const head = Buffer.alloc(512);
    head.write(path, 0);
    head.write("0000644\0", 100);
    head.write("0000000\0", 108);
    head.write("0000000\0", 116);
    head.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    head.write("00000000000\0", 136);
    head.write("        0", 148);
    head.write("ustar\0" + "00", 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [head, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
