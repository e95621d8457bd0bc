/** The browser's permission behind a tool, followed while a component shows it. */

import { useEffect, useState } from "preact/hooks";
import { watchPermission } from "../../tools/permissions.ts";

/** A permission as the browser tells it; unknown: there is none, or it does not tell. */
export type Permission = PermissionState | "unknown";

/** Undefined until the browser has answered, and without a `tool`. */
export function usePermission(
  tool: string | undefined,
): Permission | undefined {
  const [state, setState] = useState<Permission>();
  useEffect(() => {
    setState(undefined);
    if (tool === undefined) return;
    return watchPermission(tool, (now) => setState(now ?? "unknown"));
  }, [tool]);
  return state;
}
