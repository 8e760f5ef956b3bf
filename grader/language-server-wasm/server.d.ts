// The types of server.js.

export class Server {
  constructor(instance: WebAssembly.Instance, send: (message: string) => void, failed: (error: unknown) => void);
  files(changes: Record<string, string | null>): void;
  receive(message: string): void;
}
