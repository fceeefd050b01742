// The client of a language server.

/** Creates a client that sends messages with `send`. Its `receive` takes the messages of the server. */
export function client(send) {
  const came = [];
  let waiting = [];
  let id = 0;

  /** Returns the next message that matches. */
  async function next(is) {
    for (;;) {
      const at = came.findIndex(is);
      if (at >= 0) return came.splice(at, 1)[0];
      await new Promise((resolve) => waiting.push(resolve));
    }
  }

  return {
    came,
    receive(message) {
      came.push(message);
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    tell: (method, params) => send({ jsonrpc: "2.0", method, params }),
    ask(method, params) {
      id += 1;
      const own = id;
      send({ jsonrpc: "2.0", id: own, method, params });
      return next((message) => message.id === own && message.method === undefined);
    },
    findings: (uri) => next(({ method, params }) => method === "textDocument/publishDiagnostics" && params.uri === uri),
  };
}
