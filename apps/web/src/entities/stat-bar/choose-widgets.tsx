import { Suspense } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconAdjustments } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { mostWidgets, type StatBarScope } from '@steward/contracts/plain/user-settings/stat-bar'
import { useUser } from '../../api/session.ts'
import { LazyOrderPopover } from '../../components/lazy-order-popover.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAnchor } from '../../ui/use-anchor.ts'
import { statBarQuery, updateStatBar } from './stat-bar.calls.ts'

/** Chooses and orders the figures of a stat bar, for oneself and every record of the level. */
export function ChooseWidgets({ scope, level }: { scope: StatBarScope; level: Level }) {
  const popover = useAnchor('dialog')
  return (
    <>
      <IconButton
        label="Choose figures"
        size="sm"
        icon={<IconAdjustments aria-hidden />}
        {...popover.button}
      />
      {popover.used && <WidgetsPopover scope={scope} level={level} popover={popover} />}
    </>
  )
}

type WidgetsPopoverProps = { scope: StatBarScope; level: Level; popover: ReturnType<typeof useAnchor> }

function WidgetsPopover({ scope, level, popover }: WidgetsPopoverProps) {
  const client = useQueryClient()
  const { userId } = useUser()
  const { data } = useQuery(statBarQuery(scope, level, userId))
  return (
    <Suspense>
      <LazyOrderPopover
        anchor={popover.anchor}
        label="Choose figures"
        offered={data?.available}
        shown={data?.widgets ?? []}
        most={mostWidgets}
        resetLabel="Default figures"
        onChange={(widgets) => updateStatBar(client, { scope, level, userId }, widgets)}
        onClose={popover.close}
      />
    </Suspense>
  )
}
