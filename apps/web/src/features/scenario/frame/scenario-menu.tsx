import { useState } from 'react'
import { IconDots } from '@tabler/icons-react'
import type { Scenario, ScenarioSummary } from '@steward/contracts/scenario/scenario'
import { useCan } from '../../../api/can.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useGo } from '../../../components/go.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx'
import {
  archiveScenario,
  deleteScenario,
  duplicateScenario,
  setActive,
  useScenarioAct,
} from '../scenario.calls.ts'
import { MoveDialog } from '../runs/move.dialog.tsx'
import { UndoDialog } from '../runs/undo.dialog.tsx'

type Subject = Pick<Scenario | ScenarioSummary, 'scenarioId' | 'status'> & { name: string }
type Asked = 'archive' | 'delete' | 'undo' | 'move' | null

const isStopped = ({ status }: Subject) => status !== 'active' && status !== 'paused'

/** Whether records may be in it. */
const hasRun = ({ status }: Subject) => status !== 'archived' && status !== 'draft'

/** Further actions on a scenario. */
export function ScenarioMenu({ scenario }: { scenario: Scenario }) {
  const { scenarioId, status, formData } = scenario
  return <SubjectMenu subject={{ scenarioId, status, name: formData.name }} />
}

/** The same in a list, with what the page of a scenario has as buttons. */
export function ScenarioRowMenu({ scenario }: { scenario: ScenarioSummary }) {
  return <SubjectMenu subject={scenario} withActive />
}

function SubjectMenu({ subject, withActive = false }: { subject: Subject; withActive?: boolean }) {
  const may = useCan()
  const go = useGo()
  const [asked, setAsked] = useState<Asked>(null)
  const { scenarioId, name, status } = subject
  const duplicate = useScenarioAct(duplicateScenario, () => 'Scenario duplicated')
  if (!may('scenario.edit')) return null
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="sm" label={`More actions for ${name}`} icon={<IconDots aria-hidden />} />}
      >
        {withActive && <ActiveItem subject={subject} />}
        <MenuItem
          onSelect={() =>
            duplicate.mutate(scenarioId, { onSuccess: (copy) => go(paths.scenario(copy.scenarioId)) })
          }
        >
          Duplicate
        </MenuItem>
        {isStopped(subject) && <MenuItem onSelect={() => setAsked('undo')}>Undo changes…</MenuItem>}
        {hasRun(subject) && <MenuItem onSelect={() => setAsked('move')}>Move records…</MenuItem>}
        <MenuSeparator />
        {status !== 'archived' && <MenuItem onSelect={() => setAsked('archive')}>Archive</MenuItem>}
        {isStopped(subject) && (
          <MenuItem danger onSelect={() => setAsked('delete')}>
            Delete
          </MenuItem>
        )}
      </Menu>
      <AskedDialog subject={subject} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

/** Activates a scenario, or deactivates it. */
function ActiveItem({ subject }: { subject: Subject }) {
  const { scenarioId, status } = subject
  const toggle = useScenarioAct(
    (isActive: boolean) => setActive(scenarioId, isActive),
    (_, isActive) => (isActive ? 'Scenario activated' : 'Scenario deactivated'),
  )
  return (
    <>
      {status !== 'archived' && status !== 'active' && (
        <MenuItem onSelect={() => toggle.mutate(true)}>Activate</MenuItem>
      )}
      {!isStopped(subject) && <MenuItem onSelect={() => toggle.mutate(false)}>Deactivate</MenuItem>}
    </>
  )
}

function AskedDialog({ subject, asked, onClose }: { subject: Subject; asked: Asked; onClose: () => void }) {
  const go = useGo()
  const { scenarioId, name } = subject
  const archive = useScenarioAct(archiveScenario, () => 'Scenario archived')
  const remove = useScenarioAct(deleteScenario, () => 'Scenario deleted')
  const close = (open: boolean) => !open && onClose()
  return (
    <>
      <ConfirmDialog
        open={asked === 'archive'}
        onOpenChange={close}
        title={`Archive “${name}”?`}
        description="Records in it leave the scenario. An archived scenario cannot be activated again, only duplicated."
        action="Archive"
        onConfirm={() => archive.mutateAsync(scenarioId)}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete “${name}”?`}
        description="The scenario and its runs are deleted for good. Its changes stay in the history of the records."
        action="Delete"
        danger
        onConfirm={async () => {
          await remove.mutateAsync(scenarioId)
          go(paths.scenarios, { replace: true })
        }}
      />
      {asked === 'move' && <MoveDialog scenarioId={scenarioId} name={name} onClose={onClose} />}
      {asked === 'undo' && <UndoDialog scenarioId={scenarioId} name={name} onClose={onClose} />}
    </>
  )
}
