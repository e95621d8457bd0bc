/** The quiet line under the composer: who answers, and where words go. */

import { useShared } from "../parts/hooks.ts";

/** Empty until the server has said who answers. */
export function About() {
  const { hello, texts: t } = useShared();
  if (hello === undefined) return <p class="about" />;
  const { name, demo, provider } = hello.model;
  return (
    <p class="about">
      {demo ? (
        t.about.demo
      ) : (
        <>
          <bdi>{name}</bdi>. {t.about.goes(provider ?? t.about.provider)}
        </>
      )}
    </p>
  );
}
