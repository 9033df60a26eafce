import { useCallback, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levelOf, levels, type LevelId } from '@steward/contracts/level'
import type { PlanTemplate } from '@steward/contracts/success-plan/template'
import { findRecords } from '../../entities/record/index.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/option.ts'
import { Select } from '../../ui/select.tsx'
import { PlanDrawer } from './plan-form.drawer.tsx'
import { ApplyTemplateDrawer } from './template/apply.drawer.tsx'
import { planTemplatesQuery } from './template/template.calls.ts'

const levelOptions = levels.map(({ id, label }) => ({ value: id, label }))

interface Chosen {
  level: LevelId
  record: Option
  template: PlanTemplate | null
}

/** A new plan: first for which record, and of which template. */
export function NewPlan({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (!chosen) return <ChooseRecord onChoose={setChosen} onClose={onClose} />
  const { level, record, template } = chosen
  const id = Number(record.value)
  return template ? (
    <ApplyTemplateDrawer template={template} record={{ id, name: record.label }} onClose={onClose} />
  ) : (
    <PlanDrawer plan={null} record={{ level, id }} onClose={onClose} />
  )
}

interface ChooseRecordProps {
  onChoose: (chosen: Chosen) => void
  onClose: () => void
}

function ChooseRecord({ onChoose, onClose }: ChooseRecordProps) {
  const { data = [] } = useQuery(planTemplatesQuery)
  const [level, setLevel] = useState<LevelId>(2)
  const [record, setRecord] = useState<Option | null>(null)
  const [templateId, setTemplateId] = useState<number | null>(null)
  const templates = data.filter((one) => one.level === level)
  const load = useCallback(
    async (query: string, signal: AbortSignal) =>
      (await findRecords(levelOf(level), query, signal, 20)).map(({ id, name }) => ({
        value: id,
        label: name,
      })),
    [level],
  )

  function go() {
    if (!record) return
    onChoose({ level, record, template: templates.find((one) => one.templateId === templateId) ?? null })
  }

  return (
    <Dialog
      open
      title="New success plan"
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!record} onClick={go}>
            Continue
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Level">
          <Select
            value={level}
            options={levelOptions}
            onChange={(next) => {
              if (!next) return
              setLevel(next)
              setRecord(null)
              setTemplateId(null)
            }}
          />
        </Field>
        <Field label={levelOf(level).label} required help="The plan belongs to this record.">
          <Combobox
            key={level}
            load={load}
            placeholder="Search by name"
            value={record}
            onChange={setRecord}
          />
        </Field>
        {templates.length > 0 && (
          <Field label="Template">
            <Select
              value={templateId}
              placeholder="None: an empty plan"
              clearable
              options={templates.map((one) => ({ value: one.templateId, label: one.name }))}
              onChange={setTemplateId}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
