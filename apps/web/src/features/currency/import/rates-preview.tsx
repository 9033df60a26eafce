import type { ImportedRates } from '@steward/contracts/currency'
import { numberText } from '../../../ui/reader.ts'
import { monthText, rateText } from '../rates/rate-grid.tsx'

const mostShown = 12

function spanText({ firstMonth, lastMonth }: ImportedRates): string {
  return firstMonth && lastMonth ? `${monthText(firstMonth)} – ${monthText(lastMonth)}` : 'no months'
}

/** What a file of rates would write. */
export function RatesPreview({ preview }: { preview: ImportedRates }) {
  const { added, changed, unchanged, months, currencies, skipped, left, changes } = preview
  const figures = [
    ['New', added],
    ['Changed', changed],
    ['Unchanged', unchanged],
    ['Months', months],
    ['Currencies', currencies.length],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      <p className="text-body">{spanText(preview)}</p>
      <dl aria-label="Rates to import" className="flex flex-wrap gap-x-6 gap-y-2">
        {figures.map(([label, count]) => (
          <div key={label}>
            <dt className="text-label text-2">{label}</dt>
            <dd className="tabular text-title font-semibold">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      {skipped.length > 0 && (
        <p className="text-body text-2">Discontinued currencies, skipped: {skipped.join(', ')}.</p>
      )}
      {left.length > 0 && (
        <p className="text-body text-2">
          Unchanged, because the entered rates can't be compared with the file:{' '}
          {left.map(monthText).join(', ')}.
        </p>
      )}
      {changes.length > 0 && <Changes changes={changes.slice(0, mostShown)} all={changed} />}
    </div>
  )
}

function Changes({ changes, all }: { changes: ImportedRates['changes']; all: number }) {
  return (
    <div className="rounded-control border border-line">
      <table aria-label="Rates that change" className="w-full text-body">
        <thead>
          <tr className="text-left text-label text-2">
            <th className="px-3 py-1.5 font-medium">Month</th>
            <th className="px-3 font-medium">Currency</th>
            <th className="px-3 text-right font-medium">Now</th>
            <th className="px-3 text-right font-medium">Then</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ month, code, before, after, replacesEntered }) => (
            <tr key={`${month} ${code}`} className="border-t border-line">
              <td className="px-3 py-1">{monthText(month)}</td>
              <td className="px-3">{code}</td>
              <td className="tabular px-3 text-right">
                {before === null ? '–' : rateText(before)}
                {replacesEntered && <span className="text-3"> entered</span>}
              </td>
              <td className="tabular px-3 text-right">{after === null ? '–' : rateText(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > changes.length && (
        <p className="border-t border-line px-3 py-1.5 text-label text-2">
          and {numberText(all - changes.length)} more
        </p>
      )}
    </div>
  )
}
