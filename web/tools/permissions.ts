/**
 * The browser's permissions behind the tools, for whoever draws them: to say
 * "blocked" before a call, and to notice when the user has changed it.
 */

import type { Tools } from "../gen/tools.ts";

/** Of the tools that have one (https://w3c.github.io/permissions-registry/). */
const names: { readonly [N in keyof Tools]?: string } = {
  geolocation_get: "geolocation",
  clipboard_read: "clipboard-read",
  clipboard_write: "clipboard-write",
};

/**
 * Calls back with the state of a tool's permission once it is known, and on
 * each change. Undefined, once: the tool has none, or this browser does not tell
 * (Firefox and Safari know none for the clipboard). Returns the unsubscribe.
 */
export function watchPermission(
  tool: string,
  listener: (state: PermissionState | undefined) => void,
): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  void query(tool).then((status) => {
    if (signal.aborted) return;
    const tell = (): void => listener(status?.state);
    status?.addEventListener("change", tell, { signal });
    tell();
  });
  return () => watching.abort();
}

async function query(tool: string): Promise<PermissionStatus | undefined> {
  if (!Object.hasOwn(names, tool)) return undefined;
  const name = names[tool as keyof Tools];
  try {
    return await navigator.permissions.query({ name } as PermissionDescriptor);
  } catch {
    return undefined;
  }
}
