import { CardSkeleton } from './columns/column-cards.tsx'

const columns = {
  first: ['a', 'b', 'c'],
  second: ['a', 'b', 'c', 'd'],
  third: ['a', 'b'],
  fourth: ['a', 'b', 'c'],
}

/** A board before anything of it is known. */
export function BoardSkeleton() {
  return (
    <div aria-busy="true" className="flex min-h-0 flex-1 gap-3 overflow-hidden p-4">
      {Object.entries(columns).map(([name, cards]) => (
        <div
          key={name}
          className="late-in flex w-70 shrink-0 flex-col rounded-board border border-line bg-sunken px-2 pt-3"
        >
          <span className="mx-1 mb-2 h-3 w-24 rounded-chip bg-none-soft" />
          {cards.map((card) => (
            <CardSkeleton key={card} />
          ))}
        </div>
      ))}
    </div>
  )
}
