import { useEffect, useEffectEvent, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { levels } from '@steward/contracts/level'
import { planLimits } from '@steward/contracts/plain/success-plan'
import { ApiError, isSessionExpired } from '../../../../api/api-error.ts'
import { useCan } from '../../../../api/can.ts'
import { errorPanelProps, errorText } from '../../../../api/error-text.ts'
import { useGo } from '../../../../components/go.ts'
import { PageContent, PageFrame } from '../../../../components/page-frame.tsx'
import { PageHeader } from '../../../../components/page-header.tsx'
import { useRouteParam } from '../../../../components/route-param.ts'
import { FormAlert } from '../../../../components/settings/form-alert.tsx'
import { LeaveWarning } from '../../../../components/settings/leave-warning.tsx'
import { RichTextInput } from '../../../../entities/value/index.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { planTemplateQuery, planTemplatesQuery, saveTemplate } from '../template.calls.ts'
import { bodyOf, emptyForm, forLevel, formOf, numberFaults, type TemplateForm } from './template-form.ts'
import { TemplateItems } from './template-items.tsx'

const levelOptions = levels.map(({ id, plural }) => ({ value: id, label: `For ${plural}` }))
const trail = [
  { label: 'Success plans', to: paths.successPlans },
  { label: 'Templates', to: paths.successPlanTemplates },
]

/** A template of success plans as a form: a new one, or one that is edited. */
export function PlanTemplateEditorPage() {
  const templateId = Number(useRouteParam('templateId')) || null
  const { data, error, refetch } = useQuery({
    ...planTemplateQuery(templateId ?? 0),
    enabled: templateId !== null,
  })
  if (templateId === null) return <Editor templateId={null} start={emptyForm()} />
  if (data) return <Editor key={data.updatedAt} templateId={templateId} start={formOf(data)} />
  return (
    <PageFrame title="Template">
      {error ? (
        <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-6 h-40" />
      )}
    </PageFrame>
  )
}

/** Goes to the first field that is wrong, once it is marked. */
function focusFault(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus())
}

function Editor({ templateId, start }: { templateId: number | null; start: TemplateForm }) {
  const client = useQueryClient()
  const go = useGo()
  const mayEdit = useCan()('playbook.edit')
  const [first] = useState(start)
  const [form, setForm] = useState(first)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  // Left once the page is drawn as saved, so that no one is asked whether to leave unsaved changes.
  const leave = useEffectEvent(() => go(paths.successPlanTemplates))
  useEffect(() => {
    if (isSaved) leave()
  }, [isSaved])
  const change = (next: Partial<TemplateForm>) => setForm((held) => ({ ...held, ...next }))

  function show(found: Readonly<Record<string, string>>, message: string) {
    setFaults(found)
    setFault(message)
    focusFault()
  }

  async function save() {
    const wrong = numberFaults(form)
    if (Object.keys(wrong).length > 0) return show(wrong, 'Some fields need a number.')
    setBusy(true)
    setFault(null)
    setFaults({})
    try {
      const saved = await saveTemplate(templateId, bodyOf(form))
      client.removeQueries({ queryKey: planTemplateQuery(saved.templateId).queryKey })
      await client.invalidateQueries({ queryKey: planTemplatesQuery.queryKey })
      toast.done('Template saved', { subject: 'plan-template' })
      setSaved(true)
    } catch (error) {
      setBusy(false)
      if (isSessionExpired(error)) return
      show(error instanceof ApiError ? (error.fields ?? {}) : {}, errorText(error))
    }
  }

  const title = templateId === null ? 'New template' : first.name
  return (
    <PageFrame title={title} route="success-plan-template">
      <PageHeader title={title} breadcrumb={trail}>
        {mayEdit && (
          <Button size="sm" variant="primary" busy={busy} onClick={() => void save()}>
            Save template
          </Button>
        )}
      </PageHeader>
      <PageContent>
        <fieldset disabled={!mayEdit} className="flex min-w-0 max-w-220 flex-col gap-5 p-4 md:px-6">
          <FormAlert text={fault} />
          <PlanFields form={form} faults={faults} onChange={setForm} />
          <TemplateItems form={form} faults={faults} onChange={(items) => change({ items })} />
        </fieldset>
        <LeaveWarning dirty={JSON.stringify(form) !== JSON.stringify(first) && !isSaved} />
      </PageContent>
    </PageFrame>
  )
}

interface PlanFieldsProps {
  form: TemplateForm
  faults: Readonly<Record<string, string>>
  onChange: (form: TemplateForm) => void
}

function PlanFields({ form, faults, onChange }: PlanFieldsProps) {
  const set = (next: Partial<TemplateForm>) => onChange({ ...form, ...next })
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Name" required error={faults['name']}>
          <Input
            value={form.name}
            maxLength={planLimits.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field label="Level" error={faults['level']}>
          <Select
            value={form.level}
            options={levelOptions}
            onChange={(level) => level && onChange(forLevel(form, level))}
          />
        </Field>
        <Field
          label="Name of the plan"
          required
          error={faults['planName']}
          help="Names and texts can contain {{record.name}}, {{owner.name}}, {{start.date}} and {{due.date}}."
        >
          <Input
            value={form.planName}
            maxLength={planLimits.name}
            onChange={(event) => set({ planName: event.target.value })}
          />
        </Field>
        <Field
          label="Duration"
          error={faults['durationDays']}
          help="From the start date to the due date of the plan. Leave it empty for no due date."
        >
          <NumberField
            className="max-w-40"
            decimals={0}
            min={0}
            suffix="days"
            value={form.durationDays}
            onChange={(durationDays) => set({ durationDays })}
          />
        </Field>
      </div>
      <Field label="Goal" error={faults['description']}>
        <RichTextInput
          text={form.description ?? ''}
          onChange={(text) => set({ description: text || null })}
        />
      </Field>
    </>
  )
}
