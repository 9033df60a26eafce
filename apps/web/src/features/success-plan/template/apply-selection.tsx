import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { PlanTemplate } from '@steward/contracts/success-plan/template'
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
import { ApplyTemplateDrawer } from './apply.drawer.tsx'
import { planTemplatesQuery } from './template.calls.ts'

/** Makes plans of a template for the selected records of a list: first of which one. */
export function ApplyTemplateToSelection({ level, selection, count, onClose }: SelectionActProps) {
  const [template, setTemplate] = useState<PlanTemplate | null>(null)
  const name = `${count.toLocaleString()} ${count === 1 ? level.name : level.plural}`
  if (template) {
    return <ApplyTemplateDrawer template={template} selected={{ selection, name }} onClose={onClose} />
  }
  return <ChooseTemplate level={level} name={name} onChoose={setTemplate} onCancel={() => onClose(false)} />
}

interface ChooseTemplateProps {
  level: Level
  name: string
  onChoose: (template: PlanTemplate) => void
  onCancel: () => void
}

function ChooseTemplate({ level, name, onChoose, onCancel }: ChooseTemplateProps) {
  const { data, error, refetch } = useQuery(planTemplatesQuery)
  const [chosen, setChosen] = useState<Option | null>(null)
  const templates = data?.filter((one) => one.level === level.id)
  const found = templates?.find(({ templateId }) => templateId === chosen?.value)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onCancel()}
      title={`Create success plans for ${name}`}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabled={!found} onClick={() => found && onChoose(found)}>
            Continue
          </Button>
        </>
      }
    >
      {templates && <TemplateField level={level} templates={templates} value={chosen} onChange={setChosen} />}
      {!data && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
    </Dialog>
  )
}

interface TemplateFieldProps {
  level: Level
  templates: readonly PlanTemplate[]
  value: Option | null
  onChange: (value: Option | null) => void
}

function TemplateField({ level, templates, value, onChange }: TemplateFieldProps) {
  if (templates.length === 0) {
    return (
      <p className="text-2">
        There is no template for {level.plural}.{' '}
        <AppLink to={paths.successPlanTemplates} className="rounded-chip text-accent-text hover:underline">
          Go to templates
        </AppLink>
      </p>
    )
  }
  return (
    <Field label="Template" help="You see the plans before anything is written.">
      <Combobox
        value={value}
        options={templates.map((one) => ({ value: one.templateId, label: one.name }))}
        placeholder="Choose a template"
        onChange={onChange}
      />
    </Field>
  )
}
