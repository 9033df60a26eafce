import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { LevelId } from '@steward/contracts/level'
import type { TemplateItem } from '@steward/contracts/success-plan/template'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { KpiFields } from './kpi-fields.tsx'
import { MilestoneFields } from './milestone-fields.tsx'
import { NameFields } from './name-fields.tsx'
import { moved, withItem, type ItemForm, type TemplateForm } from './template-form.ts'

const kindLabels: Readonly<Record<TemplateItem['kind'], string>> = {
  MILESTONE: 'Milestone',
  KPI: 'KPI',
  NOTE: 'Note',
}
const kinds = Object.keys(kindLabels) as TemplateItem['kind'][]

interface TemplateItemsProps {
  form: TemplateForm
  faults: Readonly<Record<string, string>>
  onChange: (items: ItemForm[]) => void
}

/** The milestones, KPIs and notes of a template, in their order. */
export function TemplateItems({ form: { items, level }, faults, onChange }: TemplateItemsProps) {
  return (
    <section aria-label="Items" className="flex flex-col gap-4">
      <h2 className="text-title font-semibold">Milestones, KPIs and notes</h2>
      <p className="text-label text-2">Days count from the start of the plan: 0 is its first day.</p>
      <ol className="flex flex-col gap-4">
        {items.map((item, at) => {
          const name = `${kindLabels[item.kind]} ${at + 1}`
          return (
            <li
              key={item.key}
              aria-label={name}
              className="flex flex-col gap-3 rounded-card border border-line p-4"
            >
              <div className="flex items-center gap-1">
                <h3 className="min-w-0 flex-1 truncate font-medium">
                  {kindLabels[item.kind]}
                  {item.name && `: ${item.name}`}
                </h3>
                <IconButton
                  size="sm"
                  label={`Move ${name} up`}
                  icon={<IconArrowUp aria-hidden />}
                  disabled={at === 0}
                  onClick={() => onChange(moved(items, at, -1))}
                />
                <IconButton
                  size="sm"
                  label={`Move ${name} down`}
                  icon={<IconArrowDown aria-hidden />}
                  disabled={at === items.length - 1}
                  onClick={() => onChange(moved(items, at, 1))}
                />
                <IconButton
                  size="sm"
                  label={`Remove ${name}`}
                  icon={<IconTrash aria-hidden />}
                  onClick={() => onChange(items.filter(({ key }) => key !== item.key))}
                />
              </div>
              <ItemFields
                item={item}
                level={level}
                faultOf={(field) => faults[`items.${at}.${field}`]}
                onChange={(next) => onChange(items.map((one, nth) => (nth === at ? next : one)))}
              />
            </li>
          )
        })}
      </ol>
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="sm"
            icon={<IconPlus aria-hidden />}
            onClick={() => onChange(withItem(items, kind))}
          >
            Add {kind === 'KPI' ? 'KPI' : kindLabels[kind].toLowerCase()}
          </Button>
        ))}
      </div>
    </section>
  )
}

interface ItemFieldsProps {
  item: ItemForm
  level: LevelId
  faultOf: (field: string) => string | undefined
  onChange: (item: ItemForm) => void
}

function ItemFields({ item, level, faultOf, onChange }: ItemFieldsProps) {
  const rest = { faultOf, onChange }
  return (
    <>
      <NameFields item={item} {...rest} />
      {item.kind === 'MILESTONE' && <MilestoneFields item={item} {...rest} />}
      {item.kind === 'KPI' && <KpiFields item={item} level={level} {...rest} />}
    </>
  )
}
