import { useQuery } from '@tanstack/react-query'
import { IconRoute } from '@tabler/icons-react'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { playbookChoicesQuery } from '../scenario.calls.ts'
import type { NodeKind, PanelProps } from './node-kind.ts'

function PlaybookPanel({ settings, words, fault, onChange }: PanelProps) {
  const { data = [] } = useQuery(playbookChoicesQuery(words.level.name))
  const templateId = settings['templateId']
  const error = fault('templateId')
  return (
    <Field label="Playbook" required error={templateId === undefined ? error && 'Choose a playbook.' : error}>
      <Select<number>
        value={data.some((template) => template.templateId === templateId) ? (templateId as number) : null}
        options={data.map((template) => ({ value: template.templateId, label: template.name }))}
        placeholder={
          data.length > 0 ? 'Choose a playbook' : `No active playbooks for ${words.level.plural} yet`
        }
        onChange={(next) => next && onChange({ templateId: next })}
      />
    </Field>
  )
}

export const assignPlaybookKind: NodeKind = {
  type: 'assignPlaybook',
  icon: IconRoute,
  purpose: 'Applies a playbook to each record',
  fresh: () => ({}),
  sentence: ({ templateId }, { playbookName }) =>
    typeof templateId === 'number' ? `Assign “${playbookName(templateId)}”` : undefined,
  Panel: PlaybookPanel,
}
