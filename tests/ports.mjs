// Ports on loopback for programs that the tests start.
import { once } from "node:events";
import { createServer } from "node:net";

/** A port that nothing uses at the moment. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
