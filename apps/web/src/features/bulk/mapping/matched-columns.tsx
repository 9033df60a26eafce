import { IconArrowRight } from '@tabler/icons-react'
import type { LevelField } from '../../../entities/field/index.ts'
import { tooltip } from '../../../ui/tooltip.tsx'
import type { ColumnGuess } from '../bulk.calls.ts'
import { valuesText } from './column-values.tsx'

export interface MatchedColumn {
  guess: ColumnGuess
  fields: readonly LevelField[]
}

type MatchedColumnsProps = { columns: readonly MatchedColumn[]; onOpen: (column: number) => void }

/** Columns that need no decision, on little room; each opens to be changed. */
export function MatchedColumns({ columns, onOpen }: MatchedColumnsProps) {
  if (columns.length === 0) return null
  return (
    <ul aria-label="Matched columns" className="flex flex-wrap gap-2 p-3">
      {columns.map((column) => (
        <li key={column.guess.column} className="max-w-full min-w-0">
          <button
            type="button"
            {...tooltip(valuesText(column.guess))}
            onClick={() => onOpen(column.guess.column)}
            className="flex h-8 max-w-full items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 hover:bg-hover"
          >
            <span className="min-w-0 truncate">{column.guess.name}</span>
            <IconArrowRight size={12} className="shrink-0 text-3" aria-hidden />
            <span className="hidden-text"> goes to </span>
            <span className="min-w-0 truncate font-medium">
              {column.fields.map(({ displayName }) => displayName).join(' and ')}
            </span>
            <span className="hidden-text">: change the field</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
