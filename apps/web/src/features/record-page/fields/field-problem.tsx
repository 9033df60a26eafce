import { useQuery } from '@tanstack/react-query'
import { IconAlertCircle } from '@tabler/icons-react'
import type { LevelField } from '../../../entities/field/index.ts'
import { lastChangeQuery } from '../../../entities/record/index.ts'
import { valueText } from '../../../entities/value/index.ts'
import { Button } from '../../../ui/button.tsx'
import { type FieldProblem, useRecordScreen } from '../../../entities/record-screen/index.ts'
import { agoText } from '../../../components/time-text.ts'

type Props = { field: LevelField; problem: FieldProblem }

/** The outcome of a value that was not saved, and what can be done about it. */
export function FieldProblemNote({ field, problem }: Props) {
  return (
    <div role="alert" className="mb-1.5 rounded-control bg-poor-soft px-2.5 py-2 text-label">
      {problem.kind === 'changed' ? (
        <Changed field={field} problem={problem} />
      ) : (
        <Refused field={field} problem={problem} />
      )}
    </div>
  )
}

function Mine({ field, problem }: Props) {
  const { lookups } = useRecordScreen()
  return (
    <span className="font-medium wrap-anywhere text-1">
      {valueText(field, problem.value, lookups) || 'nothing'}
    </span>
  )
}

function Refused({ field, problem }: Props) {
  const { saving } = useRecordScreen()
  return (
    <>
      <p className="flex gap-1.5 text-poor">
        <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
        {problem.text}
      </p>
      <p className="mt-1 text-2">
        Not saved: <Mine field={field} problem={problem} />
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => saving.save(field, problem.value, problem.version)}>
          Retry
        </Button>
        <Button size="sm" variant="ghost" onClick={() => saving.dismiss(field)}>
          Discard
        </Button>
      </div>
    </>
  )
}

function Changed({ field, problem }: Props) {
  const { level, id, saving } = useRecordScreen()
  const { data: last } = useQuery(lastChangeQuery(level, id, field.name, problem.version))
  return (
    <>
      <p className="flex gap-1.5 text-poor">
        <IconAlertCircle size={14} className="mt-px shrink-0" aria-hidden />
        {last ? `Changed by ${last.by.name} ${agoText(last.at)}.` : problem.text}
      </p>
      <p className="mt-1 text-2">
        You entered <Mine field={field} problem={problem} />
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => saving.save(field, problem.value, problem.version)}>
          Keep mine
        </Button>
        <Button size="sm" variant="ghost" onClick={() => saving.dismiss(field)}>
          Use theirs
        </Button>
      </div>
    </>
  )
}
