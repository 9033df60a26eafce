/** What a node says; keeps its place until it is known. */
export function NodeSentence({ text }: { text: string }) {
  return (
    <p className="rounded-control bg-accent-soft px-3 py-2 text-accent-text">
      {text === '' ? '\u00a0' : `${text}.`}
    </p>
  )
}
