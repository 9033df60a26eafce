const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const pascal = (text) => text.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase())
const camel = (text) => text.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase())

function pluralOf(noun) {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/** Every form of a module's name that its files need. Throws when the name is not kebab-case. */
export function namesOf(module, noun = module.replace(/-management$/, '')) {
  for (const name of [module, noun]) {
    if (!kebab.test(name)) throw new Error(`"${name}" is no module name: write it like-this.`)
  }
  const plural = pluralOf(noun)
  return {
    module,
    noun,
    plural,
    table: noun.replaceAll('-', '_'),
    moduleVariable: `${camel(module)}Module`,
    id: `${camel(noun)}Id`,
    schema: `${camel(noun)}Schema`,
    type: pascal(noun),
    types: pascal(plural),
    moduleType: pascal(module),
    words: noun.replaceAll('-', ' '),
    pluralWords: plural.replaceAll('-', ' '),
  }
}
