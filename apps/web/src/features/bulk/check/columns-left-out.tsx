import { IconColumnRemove } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { numberText } from '../../../ui/reader.ts'
import type { Detection } from '../bulk.calls.ts'
import { CreateFields } from '../mapping/create-fields.tsx'
import { homelessColumns } from '../mapping/homeless-columns.ts'
import type { Choices, Choose } from '../wizard/import-draft.ts'

const mostNames = 6

type ColumnsLeftOutProps = { level: Level; detection: Detection; choices: Choices; onChoose: Choose }

/** Columns with values that go nowhere, and a way to add them after all. */
export function ColumnsLeftOut(props: ColumnsLeftOutProps) {
  const columns = homelessColumns(props.detection, props.choices)
  if (columns.length === 0) return null
  const names = columns.slice(0, mostNames).map(({ name }) => name)
  const more = columns.length - names.length
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-sunken p-3">
      <p className="flex min-w-0 items-start gap-2">
        <IconColumnRemove size={16} stroke={1.5} className="mt-0.5 shrink-0 text-average" aria-hidden />
        <span className="min-w-0">
          <span className="font-medium">
            {columns.length === 1
              ? '1 column is not imported'
              : `${numberText(columns.length)} columns are not imported`}
            :
          </span>{' '}
          <span className="text-2">
            {names.join(', ')}
            {more > 0 && ` and ${numberText(more)} more`}
          </span>
        </span>
      </p>
      <CreateFields {...props} />
    </div>
  )
}
