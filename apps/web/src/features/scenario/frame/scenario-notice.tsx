import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconInfoCircle, IconPlayerPause } from '@tabler/icons-react'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { stoppedQuery } from '../scenario.calls.ts'
import type { useScenarioDraft } from '../editor/use-scenario-draft.ts'

type StripProps = { tone: 'info' | 'average'; icon: ReactNode; children: ReactNode }

export function Strip({ tone, icon, children }: StripProps) {
  return (
    <div
      role="status"
      className={cx(
        'flex min-h-9 shrink-0 items-center gap-2 border-b border-line px-4 py-1 [&_svg]:size-4 [&_svg]:shrink-0',
        tone === 'info' ? 'bg-info-soft text-info' : 'bg-average-soft text-average',
      )}
    >
      {icon}
      {children}
    </div>
  )
}

/** Says that all scenarios are stopped. */
export function StoppedStrip() {
  const { data: isStopped } = useQuery(stoppedQuery)
  if (!isStopped) return null
  return (
    <Strip tone="average" icon={<IconPlayerPause aria-hidden />}>
      All scenarios of your company are stopped.
    </Strip>
  )
}

type ScenarioNoticeProps = {
  scenario: Scenario | undefined
  edit: ReturnType<typeof useScenarioDraft>
}

/** Why a scenario does nothing or cannot be edited, and what is not saved of it. */
export function ScenarioNotice({ scenario, edit }: ScenarioNoticeProps) {
  return (
    <>
      <StoppedStrip />
      {scenario?.pausedBecause && (
        <Strip tone="average" icon={<IconPlayerPause aria-hidden />}>
          Paused: {scenario.pausedBecause}
        </Strip>
      )}
      {scenario?.status === 'active' && (
        <Strip tone="info" icon={<IconInfoCircle aria-hidden />}>
          This scenario is active. Deactivate it to edit it.
        </Strip>
      )}
      {edit.isDirty && scenario && (
        <Strip tone="info" icon={<IconInfoCircle aria-hidden />}>
          <span className="flex-1">You have unsaved changes.</span>
          <Button size="sm" onClick={edit.acts.discard}>
            Discard changes
          </Button>
        </Strip>
      )}
    </>
  )
}
