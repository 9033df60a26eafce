type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>
type Child = Node | string | null | false | undefined

/**
 * An element with attributes and children. Texts become text nodes, so markup in them is only text. `true` sets an
 * attribute without a value; false, null and undefined leave it out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const name in attributes) {
    const value = attributes[name]
    if (value === false || value === null || value === undefined) continue
    made.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) if (child || child === '') made.append(child)
  return made
}
