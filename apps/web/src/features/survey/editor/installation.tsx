import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import type { InstallationState } from '@steward/contracts/plain/survey/audience'
import type { Installation as Found } from '@steward/contracts/survey/audience'
import { AppLink } from '../../../components/app-link.tsx'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { agoText } from '../../../components/time-text.ts'
import { paths } from '../../../paths.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settingsQuery, verifyInstallation } from '../audience.calls.ts'
import { useSurveyAct } from '../survey.calls.ts'
import { installCode } from './install-code.ts'
import { useEditor } from './use-survey-editor.ts'

/** The code for the pages of the company, and whether it works there. */
export function Installation() {
  const { data } = useQuery(settingsQuery)
  if (!data) return <Skeleton className="h-32 w-full" />
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-3">
      <p>
        Put this before <code className="font-mono">{'</body>'}</code> on each page of your product, with the
        id or the email address of the person who is logged in:
      </p>
      <CopyText label="code" text={installCode(location.origin, data.siteKey)} />
      <details className="text-label text-2">
        <summary className="cursor-pointer rounded-chip">
          Sign users, or a strict content security policy
        </summary>
        <ul className="mt-2 ml-4 flex list-disc flex-col gap-1.5">
          <li>
            With <code className="font-mono">data-signature</code>, no one can answer in another person’s
            name. It is the HMAC-SHA256 of the user id, in hex, with the key in{' '}
            <AppLink to={paths.surveySettings} className="text-accent-text underline">
              the settings of surveys
            </AppLink>
            . Compute it on your server.
          </li>
          <li>
            If the policy of your site allows only your own scripts, download{' '}
            <a href="/api/survey-snippet.js" download className="text-accent-text underline">
              survey-snippet.js
            </a>
            , serve it yourself, add <code className="font-mono">data-server="{location.origin}"</code>, and
            allow <code className="font-mono">connect-src {location.origin}</code>. It needs no exception for
            styles.
          </li>
        </ul>
      </details>
      <Check />
    </div>
  )
}

const states: Readonly<Record<InstallationState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'average' },
  verified: { label: 'Verified', tone: 'good' },
  failed: { label: 'Failed', tone: 'poor' },
}

function Check() {
  const { saved } = useEditor()
  const [found, setFound] = useState<Found>()
  const check = useSurveyAct(() => verifyInstallation(saved.surveyId))
  return (
    <div className="flex flex-col gap-2">
      <Button
        size="sm"
        className="self-start"
        icon={<IconRefresh aria-hidden />}
        busy={check.isPending}
        onClick={() => check.mutate(undefined, { onSuccess: setFound })}
      >
        Verify installation
      </Button>
      <div aria-live="polite" className="flex flex-col gap-1.5">
        {found && (
          <>
            <p className="flex items-center gap-2">
              <Badge tone={states[found.state].tone}>{states[found.state].label}</Badge>
              {found.message}
            </p>
            {found.steps.length > 0 && (
              <ul className="ml-4 list-disc text-2">
                {found.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
            )}
            {found.origins.map(({ origin, seenAt, isSigned }) => (
              <p key={origin} className="text-label text-2">
                {origin}, {agoText(seenAt)}
                {isSigned ? ', signed' : ', not signed'}
              </p>
            ))}
          </>
        )}
      </div>
    </div>
  )
}
