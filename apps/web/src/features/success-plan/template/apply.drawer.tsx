import { useCallback, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { levels, type Level } from '@steward/contracts/level'
import {
  mostApplied,
  type PlanApplication,
  type PlanTemplate,
} from '@steward/contracts/success-plan/template'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { useDone } from '../../../entities/change-set/index.ts'
import { findRecords } from '../../../entities/record/index.ts'
import { refreshPlans } from '../../../entities/success-plan/index.ts'
import { Button } from '../../../ui/button.tsx'
import { MultiCombobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { formatDay, readerDay } from '../../../ui/day-text.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { applyTemplate, previewTemplate } from './template.calls.ts'

interface ApplyDrawerProps {
  template: PlanTemplate
  /** The record that is chosen at first. */
  record?: { id: number; name: string }
  onClose: () => void
}

const plural = (count: number): string => `${count} ${count === 1 ? 'plan' : 'plans'}`

/** Makes plans of a template for several records: a preview first, then all in one operation. */
export function ApplyTemplateDrawer({ template, record, onClose }: ApplyDrawerProps) {
  const client = useQueryClient()
  const done = useDone()
  const [records, setRecords] = useState<Option[]>(record ? [{ value: record.id, label: record.name }] : [])
  const [startDate, setStartDate] = useState<string | null>(() => readerDay(new Date()))
  const [preview, setPreview] = useState<PlanApplication | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const level = levels.find(({ id }) => id === template.level) as Level
  const load = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await findRecords(level, query, signal, 20)).map(({ id, name }) => ({ value: id, label: name })),
    [level],
  )

  async function run(isPreview: boolean) {
    if (!startDate || records.length === 0) {
      setFault('Choose at least one record and a start date.')
      return
    }
    setBusy(true)
    setFault(null)
    const body = { entities: records.map(({ value }) => Number(value)), startDate }
    try {
      if (isPreview) setPreview(await previewTemplate(template.templateId, body))
      else {
        const { changeSetId, plans } = await applyTemplate(template.templateId, body)
        await refreshPlans(client)
        done(`${plural(plans.length)} created`, changeSetId, 'success-plan')
        onClose()
      }
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
    }
    setBusy(false)
  }

  const count = preview?.plans.length ?? 0
  return (
    <Drawer
      open
      title={`Use ${template.name}`}
      width={520}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {preview && count > 0 ? (
            <Button variant="primary" busy={busy} onClick={() => void run(false)}>
              Create {plural(count)}
            </Button>
          ) : (
            <Button variant="primary" busy={busy} onClick={() => void run(true)}>
              Preview
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        <Field label={`${level.label}s`} required help={`At most ${mostApplied} at once.`}>
          <MultiCombobox
            load={load}
            placeholder="Search by name"
            value={records}
            onChange={(next) => {
              setRecords(next)
              setPreview(null)
            }}
          />
        </Field>
        <Field label="Start date" required>
          <DateField
            value={startDate}
            onChange={(day) => {
              setStartDate(day)
              setPreview(null)
            }}
          />
        </Field>
        {preview && <Preview preview={preview} records={records} />}
      </div>
    </Drawer>
  )
}

function Preview({ preview, records }: { preview: PlanApplication; records: readonly Option[] }) {
  const nameOf = (id: number) => records.find(({ value }) => value === id)?.label ?? String(id)
  return (
    <section aria-label="Preview" className="flex flex-col gap-2">
      <ul aria-label="Plans" className="divide-y divide-line border-y border-line">
        {preview.plans.map(({ recordId, recordName, name, startDate, dueDate, ownerName }) => (
          <li key={recordId} className="py-2">
            <span className="font-medium">{name}</span>
            <p className="text-label text-2">
              {[
                recordName,
                ownerName ?? 'No owner',
                dueDate ? `${formatDay(startDate)} – ${formatDay(dueDate)}` : `from ${formatDay(startDate)}`,
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {preview.refused.length > 0 && (
        <ul aria-label="No plan for" className="flex flex-col gap-1 text-label text-poor">
          {preview.refused.map(({ recordId, message }) => (
            <li key={recordId}>
              {nameOf(recordId)}: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
