/** What of a form differs from how it was opened: what others changed meanwhile is not sent back. */
export function changedBody<Body extends object>(opened: Body, body: Body): Partial<Body> {
  const before = new Map(Object.entries(opened))
  const differing = Object.entries(body).filter(
    ([key, value]) => JSON.stringify(before.get(key)) !== JSON.stringify(value),
  )
  return Object.fromEntries(differing) as Partial<Body>
}
