import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../api/can.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { setStopped, stoppedQuery, useScenarioAct } from '../scenario.calls.ts'

/** Stops all scenarios of the company, or lets them run again. */
export function AutomationSwitch() {
  const may = useCan()
  const { data: isStopped } = useQuery(stoppedQuery)
  const [isAsked, setAsked] = useState(false)
  const act = useScenarioAct(setStopped, (_, stopped) =>
    stopped ? 'All scenarios stopped' : 'Scenarios are running again',
  )
  if (isStopped === undefined || !may('scenario.edit')) return null
  return (
    <>
      <Switch
        label="Automation"
        checked={!isStopped}
        onCheckedChange={(on) => (on ? act.mutate(false) : setAsked(true))}
      />
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Stop all scenarios?"
        description="No scenario of your company does anything until you turn automation on again. Records stay where they are."
        action="Stop all"
        danger
        onConfirm={async () => {
          await act.mutateAsync(true)
        }}
      />
    </>
  )
}
