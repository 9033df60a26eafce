/** Shown beside progress that may be old by now; the page keeps asking. */
export function ServerAway() {
  return (
    <p role="status" className="rounded-card bg-average-soft px-3 py-2 text-average">
      Steward can't be reached. The numbers are the last ones received; nothing is lost, and this page updates
      when the connection is back.
    </p>
  )
}
