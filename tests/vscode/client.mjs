// The client's side of a conversation with a language server.

/** A client that sends with `send`; what comes is given to its `receive`. */
export function client(send) {
  const came = [];
  let waiting = [];
  let id = 0;

  /** The next message that is as wanted. */
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
