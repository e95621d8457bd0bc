/** Flags of Chromium that make a picture the same on every machine. */
export const steadyFlags: string[];

/** Bundles the preview in memory and serves it on a port of its own. */
export function servePreview(): Promise<{
  /** Such as http://127.0.0.1:41234, without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}>;
