import { IconColumns3, IconSum } from '@tabler/icons-react'
import { ViewFilters, type ViewFiltersProps } from '../../../entities/record-view/index.ts'
import { Toolbar } from '../../../components/toolbar.tsx'
import type { BoardChoice } from '../use-board.ts'
import { ChoiceButton } from './choice-button.tsx'

type BoardToolbarProps = ViewFiltersProps & {
  choice: BoardChoice
  onGroup: (name: string) => void
  /** An empty name for no sum. */
  onSum: (name: string) => void
}

/** What narrows the board, by what it is grouped and what is added up. */
export function BoardToolbar({ choice, onGroup, onSum, ...filters }: BoardToolbarProps) {
  const { groups, group, sums, sum } = choice
  const options = (fields: typeof groups) =>
    fields.map(({ name, displayName }) => ({ value: name, label: displayName }))
  return (
    <Toolbar
      end={
        <>
          <ChoiceButton
            icon={<IconColumns3 aria-hidden />}
            label="Columns by"
            value={group.name}
            options={options(groups)}
            onChange={onGroup}
          />
          {sums.length > 0 && (
            <ChoiceButton
              icon={<IconSum aria-hidden />}
              label="Sum"
              value={sum?.name ?? ''}
              options={[{ value: '', label: 'None' }, ...options(sums)]}
              onChange={onSum}
            />
          )}
        </>
      }
    >
      <ViewFilters {...filters} />
    </Toolbar>
  )
}
