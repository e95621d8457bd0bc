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
 * Calls back with the state of a permission once it is known, and on each
 * change. `name` is a built-in tool's or the permission's own. Undefined, once:
 * there is none, or this browser does not tell (Firefox and Safari know none for
 * the clipboard). Returns the unsubscribe.
 */
export function watchPermission(
  name: string,
  listener: (state: PermissionState | undefined) => void,
): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  void query(name).then((status) => {
    if (signal.aborted) return;
    const tell = (): void => listener(status?.state);
    status?.addEventListener("change", tell, { signal });
    tell();
  });
  return () => watching.abort();
}

async function query(name: string): Promise<PermissionStatus | undefined> {
  const known = Object.hasOwn(names, name) ? names[name as keyof Tools] : name;
  try {
    return await navigator.permissions.query({
      name: known,
    } as PermissionDescriptor);
  } catch {
    return undefined;
  }
}
