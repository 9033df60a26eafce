import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Selection } from '@steward/contracts/bulk-update'
import { levelOf, type LevelId } from '@steward/contracts/level'
import type { PlanApplication, PlanJob, PlanTemplate } from '@steward/contracts/success-plan/template'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { segmentsQuery } from '../../../entities/segment/index.ts'
import { refreshPlans } from '../../../entities/success-plan/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { readerDay } from '../../../ui/day-text.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { usePlanDone } from '../use-plan-done.ts'
import { ApplyPreview, plans as counted } from './apply-preview.tsx'
import { ApplyProgress } from './apply-progress.tsx'
import { RecordsField } from './records-field.tsx'
import { applyTemplate, previewTemplate } from './template.calls.ts'

interface ApplyDrawerProps {
  template: PlanTemplate
  /** The record that is chosen at first. */
  record?: { id: number; name: string }
  /** The records that are selected in a list; without them, they are chosen here. */
  selected?: { selection: Selection; name: string }
  onClose: (isDone: boolean) => void
}

type By = 'names' | 'segment'

interface Target {
  by: By
  records: Option[]
  segment: Option | null
}

/** The records as the calls take them; null where none are chosen. */
function recordsOf({ by, records, segment }: Target, selected: ApplyDrawerProps['selected']) {
  if (selected) return { selection: selected.selection }
  if (by === 'segment') return segment && { selection: { segmentId: Number(segment.value) } }
  return records.length === 0 ? null : { entities: records.map(({ value }) => Number(value)) }
}

/** Makes plans of a template: a preview first, then all in one operation. */
export function ApplyTemplateDrawer({ template, record, selected, onClose }: ApplyDrawerProps) {
  const client = useQueryClient()
  const done = usePlanDone()
  const [target, setTarget] = useState<Target>({
    by: 'names',
    records: record ? [{ value: record.id, label: record.name }] : [],
    segment: null,
  })
  const [startDate, setStartDate] = useState<string | null>(() => readerDay(new Date()))
  const [preview, setPreview] = useState<PlanApplication | null>(null)
  const [job, setJob] = useState<PlanJob | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function finish(made: number, changeSetId: number | null) {
    await refreshPlans(client)
    done(`${counted(made)} created`, changeSetId)
    onClose(true)
  }

  async function run(isPreview: boolean) {
    const records = recordsOf(target, selected)
    if (!startDate || !records) return setFault('Choose records and a start date.')
    setBusy(true)
    setFault(null)
    const body = { ...records, startDate }
    try {
      if (isPreview) setPreview(await previewTemplate(template.templateId, body))
      else {
        const applied = await applyTemplate(template.templateId, body)
        if (applied.job) setJob(applied.job)
        else await finish(applied.plans.length, applied.changeSetId)
      }
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
    }
    setBusy(false)
  }

  const isReady = preview !== null && preview.plans.length > 0
  return (
    <Drawer
      open
      title={`Use ${template.name}${selected ? ` for ${selected.name}` : ''}`}
      width={520}
      onOpenChange={(open) => open || onClose(job !== null)}
      footer={
        <>
          <Button onClick={() => onClose(job !== null)}>{job ? 'Close' : 'Cancel'}</Button>
          {!job && (
            <Button variant="primary" busy={busy} onClick={() => void run(!isReady)}>
              {isReady ? 'Create plans' : 'Preview'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        {job ? (
          <ApplyProgress started={job} onDone={(ended) => void finish(ended.made, ended.changeSetId)} />
        ) : (
          <>
            {!selected && (
              <TargetFields
                level={template.level}
                target={target}
                onChange={(next) => {
                  setTarget(next)
                  setPreview(null)
                }}
              />
            )}
            <Field label="Start date" required>
              <DateField
                value={startDate}
                onChange={(day) => {
                  setStartDate(day)
                  setPreview(null)
                }}
              />
            </Field>
            {preview && <ApplyPreview preview={preview} />}
          </>
        )}
      </div>
    </Drawer>
  )
}

interface TargetFieldsProps {
  level: LevelId
  target: Target
  onChange: (target: Target) => void
}

function TargetFields({ level, target, onChange }: TargetFieldsProps) {
  const set = (change: Partial<Target>) => onChange({ ...target, ...change })
  return (
    <>
      <Segmented<By>
        label="Records"
        value={target.by}
        options={[
          { value: 'names', label: 'By name' },
          { value: 'segment', label: 'A segment' },
        ]}
        onChange={(by) => set({ by })}
      />
      {target.by === 'names' ? (
        <RecordsField level={level} value={target.records} onChange={(records) => set({ records })} />
      ) : (
        <SegmentField level={level} value={target.segment} onChange={(segment) => set({ segment })} />
      )}
    </>
  )
}

interface SegmentFieldProps {
  level: LevelId
  value: Option | null
  onChange: (value: Option | null) => void
}

function SegmentField({ level, value, onChange }: SegmentFieldProps) {
  const { data = [] } = useQuery(segmentsQuery)
  const { name, plural } = levelOf(level)
  const options = data
    .filter(({ segmentLevel }) => segmentLevel === name)
    .map(({ segmentId, name: label }) => ({ value: segmentId, label }))
  return (
    <Field label="Segment" required help={`Each of its ${plural} gets a plan.`}>
      <Combobox value={value} options={options} placeholder="Choose a segment" onChange={onChange} />
    </Field>
  )
}
