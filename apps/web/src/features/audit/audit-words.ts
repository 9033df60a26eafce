const spaced = (text: string) => text.replaceAll(/[_-]/g, ' ')

/** "user.role_changed" as people read it: "User: role changed". A noun alone means all of its actions. */
export function actionText(action: string): string {
  const [noun = '', ...rest] = action.split('.')
  const subject = spaced(noun).replace(/^./, (letter) => letter.toUpperCase())
  return rest.length === 0 ? `${subject}: anything` : `${subject}: ${spaced(rest.join(' '))}`
}

/** The actions to choose from, each noun that has several of them before its actions. */
export function actionChoices(actions: readonly string[]): string[] {
  const nouns = Map.groupBy(actions.toSorted(), (action) => action.split('.')[0] ?? action)
  return [...nouns].flatMap(([noun, members]) => (members.length > 1 ? [noun, ...members] : members))
}

/** A detail as text: what is plain as it is, the rest as JSON. */
export function detailText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

/** "handedOverTo" as people read it: "Handed over to". */
export function detailName(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.replace(/^./, (letter) => letter.toUpperCase())
}
