import type { SurveyType } from '@steward/contracts/plain/survey'
import type { SurveyImportPreview } from '@steward/contracts/survey/import'
import { numberText } from '../../../ui/reader.ts'
import { scoreText } from '../survey-words.tsx'

type ImportPreviewProps = { type: SurveyType; preview: SurveyImportPreview }

/** What an import would bring. Nothing has been written yet. */
export function ImportPreview({ type, preview }: ImportPreviewProps) {
  const { rows, ready, noAnswer, refused, unmatched, score, distribution, problems } = preview
  const figures: readonly (readonly [string, string])[] = [
    ['Rows', numberText(rows)],
    ['Responses', numberText(ready)],
    ['Without an answer', numberText(noAnswer)],
    ['Rejected', numberText(refused)],
    ['Without a known contact or account', numberText(unmatched)],
    ...(type === 'custom' ? [] : ([['Score', scoreText(type, score)]] as const)),
  ]
  return (
    <section aria-label="Preview" className="flex flex-col gap-4 rounded-card border border-line p-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([term, value]) => (
          <div key={term}>
            <dt className="text-label text-2">{term}</dt>
            <dd className="tabular text-title font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {distribution.length > 0 && <Distribution distribution={distribution} />}
      {problems.length > 0 && (
        <div>
          <h3 className="font-medium">Rejected rows</h3>
          <ul className="mt-1 text-label text-2" aria-label="Rejected rows">
            {problems.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function Distribution({ distribution }: Pick<SurveyImportPreview, 'distribution'>) {
  return (
    <table className="w-full max-w-100 text-left">
      <thead className="text-label text-2">
        <tr>
          <th className="py-1 font-medium">Answer</th>
          <th className="py-1 text-right font-medium">Responses</th>
        </tr>
      </thead>
      <tbody>
        {distribution.map(({ score, responses }) => (
          <tr key={score} className="border-t border-line">
            <th scope="row" className="tabular py-1 font-normal">
              {numberText(score)}
            </th>
            <td className="tabular py-1 text-right">{numberText(responses)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
