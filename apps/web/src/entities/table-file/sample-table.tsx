import { cx } from '../../ui/cx.ts'
import type { Detection } from './table-file.calls.ts'
import { numberText } from '../../ui/reader.ts'

const numeric = new Set(['number', 'percentage', 'currency', 'mandatoryNumber'])
// Wide files are cut here; every column is on the next step.
const mostColumns = 40

const cellClass = 'max-w-60 truncate px-3 py-1.5 whitespace-nowrap'

/** The first rows as they were understood. */
export function SampleTable({ detection: { columns, sample, settings } }: { detection: Detection }) {
  const shown = columns.slice(0, mostColumns)
  const lines = sample.map((cells, at) => ({
    line: settings.skipLines + (settings.header ? 2 : 1) + at,
    cells,
  }))
  return (
    <>
      <div
        role="region"
        aria-label="First rows of the file"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the arrow keys
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line"
      >
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="bg-sunken text-label">
              <th scope="col" className="w-px px-3 py-1.5 text-right font-medium text-3">
                Line
              </th>
              {shown.map(({ column, name, dataType }) => (
                <th
                  key={column}
                  scope="col"
                  className={cx(cellClass, 'font-medium text-2', numeric.has(dataType) && 'text-right')}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, cells }) => (
              <tr key={line} className="border-t border-line">
                <td className="tabular px-3 py-1.5 text-right text-3">{line}</td>
                {shown.map(({ column, dataType }) => (
                  <td key={column} className={cx(cellClass, numeric.has(dataType) && 'tabular text-right')}>
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {columns.length > mostColumns && (
        <p className="text-label text-3">
          The first {mostColumns} of {numberText(columns.length)} columns are shown. The next step lists all
          of them.
        </p>
      )}
    </>
  )
}
