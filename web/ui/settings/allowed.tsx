/** What the user has allowed for the rest of the session, and how to take it back. */

import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../client/api.ts";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { Icon, toolIcon } from "../parts/icons.tsx";

/** What of the client is needed here. */
export type Grants = Pick<Client, "grants" | "revoke" | "on">;

/** The tools that do not ask again. */
export function Allowed(props: { client: Grants }) {
  const { hello } = useShared();
  const t = useTexts();
  const { client } = props;
  const [grants, setGrants] = useState(client.grants);
  useEffect(() => {
    setGrants(client.grants);
    return client.on("grants", setGrants);
  }, [client]);
  return (
    <section>
      <h3>{t.settings.allowed}</h3>
      {grants.length === 0 ? (
        <p class="quiet">{t.settings.allowedNone}</p>
      ) : (
        <>
          <p class="quiet">{t.settings.allowedMeans}</p>
          <ul class="list" role="list">
            {grants.map((name) => {
              const tool = hello?.tools.find((tool) => tool.name === name);
              const title = t.contractWords(tool?.title ?? name);
              return (
                <li key={name}>
                  <Icon name={toolIcon(name)} />
                  <span>{title}</span>
                  <button
                    type="button"
                    class="small"
                    aria-label={t.settings.revokeOne(title)}
                    onClick={() => client.revoke(name)}
                  >
                    {t.settings.revoke}
                  </button>
                </li>
              );
            })}
          </ul>
          {grants.length > 1 && (
            <div class="actions">
              <button
                type="button"
                class="small"
                onClick={() => client.revoke()}
              >
                {t.settings.revokeAll}
              </button>
            </div>
          )}
        </>
      )}
    </section>
  );
}
