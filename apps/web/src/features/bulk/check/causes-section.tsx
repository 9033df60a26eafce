import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BulkCause, BulkJob } from '@steward/contracts/bulk'
import { referredLevel } from '@steward/contracts/data-type'
import { levelOf, type Level } from '@steward/contracts/level'
import { levelFieldsQuery, type LevelField } from '../../../entities/field/index.ts'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/reader.ts'
import { causeReason, causeTitle, countText } from '../job-words.ts'
import type { Choices, Choose } from '../wizard/import-draft.ts'
import { CauseValues } from './cause-values.tsx'
import { ParentQuestion } from './parent-question.tsx'
import {
  missingOptions,
  missingParents,
  onlyColumn,
  withNewOptions,
  withNewParents,
  withRepairs,
} from './repairs.ts'

const shownCauses = 8
const shownNames = 5
/** As many values as the server counts for a cause: there may be more. */
const mostNames = 50

function namesText(names: readonly string[]): string {
  const more = names.length - shownNames
  return `${names.slice(0, shownNames).join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}`
}

function aboutText(count: number, noun: string): string {
  const verb = count === 1 ? 'is' : 'are'
  return `${count < mostNames ? '' : 'At least '}${countText(count, noun)} ${verb}`
}

type CausesSectionProps = { job: BulkJob; level: Level; choices: Choices; onChoose: Choose }

/** What is not imported and why, the most frequent cause first; values can be repaired for all rows at once. */
export function CausesSection({ job, level, choices, onChoose }: CausesSectionProps) {
  const { data: fields = [] } = useQuery(levelFieldsQuery(level))
  const [shown, setShown] = useState(shownCauses)
  if (job.causes.length === 0) return null
  return (
    <section className="flex flex-col gap-3" aria-label="Values and rows with problems">
      <h3 className="font-semibold">Values and rows with problems</h3>
      <NewOptions causes={job.causes} fields={fields} choices={choices} onChoose={onChoose} />
      <ParentQuestion
        level={level}
        causes={job.causes}
        fields={fields}
        choices={choices}
        onChoose={onChoose}
      />
      {missingParents(level, job.causes, fields, choices.columns).map(({ field, names }) => (
        <Question
          key={field.name}
          title={`${aboutText(names.length, field.dataType)} not there yet:`}
          text={namesText(names)}
          action={`Create ${levelOf(referredLevel(field.dataType) ?? 1).plural}`}
          onAnswer={() => onChoose({ columns: withNewParents(choices.columns, field) })}
        />
      ))}
      <ul className="flex flex-col rounded-card border border-line">
        {job.causes.slice(0, shown).map((cause) => (
          <Cause
            key={JSON.stringify([cause.outcome, cause.field, cause.message])}
            level={level}
            cause={cause}
            field={fields.find(({ name }) => name === cause.field)}
            choices={choices}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {job.causes.length > shown && (
        <Button className="self-start" size="sm" onClick={() => setShown(shown + shownCauses)}>
          Show more causes
        </Button>
      )}
    </section>
  )
}

type NewOptionsProps = Pick<CausesSectionProps, 'choices' | 'onChoose'> & {
  causes: readonly BulkCause[]
  fields: readonly LevelField[]
}

/** One question for the options of all columns. */
function NewOptions({ causes, fields, choices, onChoose }: NewOptionsProps) {
  const missing = missingOptions(causes, fields)
  if (missing.length === 0) return null
  const count = missing.reduce((sum, { values }) => sum + values.length, 0)
  const names = new Set(missing.map(({ field }) => field.name))
  return (
    <Question
      title={`${countText(count, 'value')} ${count === 1 ? 'is not an option' : 'are not options'} yet:`}
      text={missing.map(({ field, values }) => `${field.displayName}: ${namesText(values)}`).join('; ')}
      action="Add all options"
      onAnswer={() => onChoose({ columns: withNewOptions(choices.columns, names) })}
    />
  )
}

type QuestionProps = { title: string; text: string; action: string; onAnswer: () => void }

/** Something that one button settles for all rows. */
function Question({ title, text, action, onAnswer }: QuestionProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-sunken p-3">
      <p className="min-w-0">
        <span className="font-medium">{title}</span> <span className="text-2">{text}</span>
      </p>
      <Button size="sm" onClick={onAnswer}>
        {action}
      </Button>
    </div>
  )
}

type CauseProps = Pick<CausesSectionProps, 'level' | 'choices' | 'onChoose'> & {
  cause: BulkCause
  field: LevelField | undefined
}

function Cause({ level, cause, field, choices, onChoose }: CauseProps) {
  const column = onlyColumn(choices.columns, cause.field)
  const mayRepair = column !== undefined && cause.values.length > 0
  return (
    <li className="flex flex-col gap-2 border-b border-line px-3 py-2 last:border-0">
      <p>
        <span className="font-medium">{causeTitle(cause, field)}</span>{' '}
        <span className="text-2">{causeReason(cause, field)}</span>
      </p>
      {mayRepair && (
        <CauseValues
          level={level}
          values={cause.values}
          field={field}
          onRepair={(repairs) =>
            onChoose({ columns: withRepairs(choices.columns, column.target ?? '', repairs) })
          }
        />
      )}
    </li>
  )
}
