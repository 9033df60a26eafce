import type { QuestionResult } from '@steward/contracts/survey/result'
import { Badge } from '../../../ui/badge.tsx'
import { numberText } from '../../../ui/reader.ts'
import { percentText } from '../survey-words.tsx'
import { barsOf, type ResultBar } from './result.rules.ts'

/** The widest label of scales and numbers needs little room, a text needs more. */
const labelWidths = { short: 'w-px whitespace-nowrap', long: 'w-2/5 wrap-anywhere' }

/** The answers to a question as bars, in a table of the same figures. */
export function ResultBars({ result, labelledBy }: { result: QuestionResult; labelledBy: string }) {
  const bars = barsOf(result)
  if (bars.length === 0) return <p className="text-2">No answers yet.</p>
  const width = result.choices ? labelWidths.long : labelWidths.short
  return (
    <table aria-labelledby={labelledBy} className="w-full text-left">
      <thead className="sr-only">
        <tr>
          <th>Answer</th>
          <th>Bar</th>
          <th>Responses</th>
          <th>Share</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <Bar key={bar.key} bar={bar} width={width} />
        ))}
      </tbody>
    </table>
  )
}

function Bar({ bar: { label, responses, share, isRemoved }, width }: { bar: ResultBar; width: string }) {
  return (
    <tr>
      <th scope="row" className={`py-1 pr-3 font-normal ${width}`}>
        {label}
        {isRemoved && <Badge className="ml-1.5">Removed</Badge>}
      </th>
      <td aria-hidden className="py-1">
        <div className="h-4 rounded-chip bg-line">
          {responses > 0 && (
            <div className="h-full min-w-px rounded-chip bg-accent" style={{ width: `${share}%` }} />
          )}
        </div>
      </td>
      <td className="tabular w-px py-1 pl-3 text-right font-medium">{numberText(responses)}</td>
      <td className="tabular w-px py-1 pl-3 text-right text-2">{percentText(share)}</td>
    </tr>
  )
}
