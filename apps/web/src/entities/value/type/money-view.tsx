/** An amount as the reader sees it. */
export interface MoneyShown {
  text: string
  /** What it is originally, and by which rate it was converted; or why it could not be. */
  note?: string
  /** There is not a rate, so that it is in its own currency. */
  unrated?: true
}

/** An amount at the end of its column; a dotted line under it says that there is not a rate for it. */
export const drawMoney = ({ text, note, unrated }: MoneyShown) => (
  <span
    className={`tabular truncate${unrated ? ' underline decoration-dotted underline-offset-2' : ''}`}
    data-tooltip={note}
  >
    {text}
    {unrated && <span className="sr-only"> ({note})</span>}
  </span>
)
