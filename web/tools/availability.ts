/**
 * Why a body cannot run in this browser. A permission that the user denied is
 * no reason: the tool stays offered, and its call ends with permission_denied.
 */

import type { Unavailable } from "../client/api.ts";

/** What a body needs. */
export type Needs = {
  /** The API, or anything falsy where there is none. */
  readonly api: () => unknown;
  /** The browser keeps the API to secure contexts (https:, or http: on localhost). */
  readonly secure?: boolean;
  /** Its Permissions-Policy feature, where it has one. */
  readonly feature?: string;
};

/** Returns the test of a body; the order of its answers is context, API, policy. */
export function needing(needs: Needs): () => Unavailable | undefined {
  return () => {
    if (needs.secure === true && !isSecureContext) return "insecure_context";
    if (!needs.api()) return "unsupported";
    if (needs.feature !== undefined && !allowed(needs.feature)) return "policy";
    return undefined;
  };
}

/** The state of a permission, or unknown where the browser does not tell. */
export async function permissionState(
  name: string,
): Promise<PermissionState | "unknown"> {
  try {
    const descriptor = { name } as PermissionDescriptor;
    return (await navigator.permissions.query(descriptor)).state;
  } catch {
    return "unknown";
  }
}

/** Chromium's document.featurePolicy; elsewhere the policy only shows in use. */
type FeaturePolicy = {
  allowsFeature(feature: string): boolean;
  features(): string[];
};

function allowed(feature: string): boolean {
  const { permissionsPolicy, featurePolicy } = document as {
    permissionsPolicy?: FeaturePolicy;
    featurePolicy?: FeaturePolicy;
  };
  const policy = permissionsPolicy ?? featurePolicy;
  if (policy === undefined || !policy.features().includes(feature)) return true;
  return policy.allowsFeature(feature);
}
