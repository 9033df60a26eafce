import { healthStatuses, type HealthStatus } from '@steward/contracts/plain/built-in-value'
import type { HealthTrial } from '@steward/contracts/health'
import { HealthMark, type HealthWord } from '../../../entities/health/index.ts'
import { cx } from '../../../ui/cx.ts'
import { numberText } from '../../../ui/reader.ts'
import type { Move } from './trial.calls.ts'

const colours: readonly (HealthStatus | null)[] = [...healthStatuses.toReversed(), null]

const wordOf = (status: HealthStatus | null): HealthWord => status ?? 'No score'

type MoveMatrixProps = { trial: HealthTrial; chosen: Move | null; onChoose: (move: Move) => void }

/** How many records go from which color to which; the number of those that move shows who they are. */
export function MoveMatrix({ trial: { moves }, chosen, onChoose }: MoveMatrixProps) {
  const countOf = (from: HealthStatus | null, to: HealthStatus | null) =>
    moves.find((move) => move.from === from && move.to === to)?.count ?? 0
  return (
    <table className="w-full table-fixed border-collapse text-body" aria-label="Moves between score bands">
      <thead>
        <tr>
          <th scope="col" className="pb-1.5 text-left text-label font-medium text-2">
            Published ↓ draft →
          </th>
          {colours.map((to) => (
            <th key={wordOf(to)} scope="col" className="pb-1.5 text-label font-medium">
              <Colour status={to} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {colours.map((from) => (
          <tr key={wordOf(from)}>
            <th scope="row" className="py-1 pr-2 text-left text-label font-medium">
              <Colour status={from} />
            </th>
            {colours.map((to) => {
              const count = countOf(from, to)
              const isChosen = chosen !== null && chosen.from === from && chosen.to === to
              return (
                <td
                  key={wordOf(to)}
                  className={cx('h-9 border border-line p-0 text-center', from === to && 'bg-sunken')}
                >
                  {count === 0 || from === to ? (
                    <span className={cx('tabular', count === 0 ? 'text-3' : 'text-2')}>
                      {numberText(count)}
                    </span>
                  ) : (
                    <button
                      type="button"
                      aria-pressed={isChosen}
                      aria-label={`${numberText(count)} from ${wordOf(from)} to ${wordOf(to)}`}
                      onClick={() => onChoose({ from, to })}
                      className={cx(
                        'tabular h-9 w-full font-semibold hover:bg-hover focus-visible:-outline-offset-2',
                        'text-accent-text',
                        isChosen && 'bg-accent-soft',
                      )}
                    >
                      {numberText(count)}
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Colour({ status }: { status: HealthStatus | null }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <HealthMark word={wordOf(status)} size={8} />
      {wordOf(status)}
    </span>
  )
}
