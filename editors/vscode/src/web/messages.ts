// What the extension and its worker say to one another beside the protocol.

/** The notification that brings files. */
export const FILES = "grader/files";

/** Texts by the server's paths; null for a file that is gone. */
export type Files = Record<string, string | null>;

/** The first message. */
export interface Start {
  module: ArrayBuffer;
  /** Hears of the end of a server whose module failed. */
  control: MessagePort;
}
