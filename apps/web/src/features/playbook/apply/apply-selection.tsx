import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PlaybookTemplate } from '@steward/contracts/playbook/template'
import { errorPanelProps } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import type { SelectionActProps } from '../../../feature.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { activePlaybooksQuery } from '../playbook.calls.ts'
import { counted } from '../playbook-words.ts'
import { ApplyDrawer } from './apply-drawer.tsx'

/** Applies a playbook to the selected records of a list: first which one. */
export function ApplySelection({ level, selection, count, onClose }: SelectionActProps) {
  const [template, setTemplate] = useState<PlaybookTemplate | null>(null)
  const name = counted(count, level.name)
  if (template) return <ApplyDrawer template={template} records={{ selection, name }} onClose={onClose} />
  return <ChoosePlaybook level={level} name={name} onChoose={setTemplate} onCancel={() => onClose(false)} />
}

type ChoosePlaybookProps = Pick<SelectionActProps, 'level'> & {
  name: string
  onChoose: (template: PlaybookTemplate) => void
  onCancel: () => void
}

function ChoosePlaybook({ level, name, onChoose, onCancel }: ChoosePlaybookProps) {
  const { data, error, refetch } = useQuery(activePlaybooksQuery(level.name))
  const [chosen, setChosen] = useState<Option | null>(null)
  const template = data?.find(({ templateId }) => templateId === chosen?.value)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={`Apply a playbook to ${name}`}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabled={!template} onClick={() => template && onChoose(template)}>
            Continue
          </Button>
        </>
      }
    >
      {data?.length === 0 && (
        <p className="text-2">
          No playbook for {level.plural} is active.{' '}
          <AppLink to={paths.playbooks} className="rounded-chip text-accent-text hover:underline">
            Go to playbooks
          </AppLink>
        </p>
      )}
      {data && data.length > 0 && (
        <Field label="Playbook" help="You see dates and assignees before anything is written.">
          <Combobox
            value={chosen}
            options={data.map((one) => ({ value: one.templateId, label: one.name }))}
            placeholder="Choose a playbook"
            onChange={setChosen}
          />
        </Field>
      )}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
    </Dialog>
  )
}
