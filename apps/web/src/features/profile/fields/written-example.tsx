import { useState } from 'react'
import { momentText } from '../../../components/moment-text.ts'
import { formatNumber } from '../../../ui/number-text.ts'

/** A number and this moment, written as everything is from now on. */
export function WrittenExample() {
  const [now] = useState(() => new Date().toISOString())
  return (
    <p className="tabular text-label text-2">
      Example: <span className="text-1">{momentText(now)}</span> ·{' '}
      <span className="text-1">{formatNumber(1_234_567.89, 2)}</span>
    </p>
  )
}
