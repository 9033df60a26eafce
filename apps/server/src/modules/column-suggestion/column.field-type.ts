import type { ColumnProfile, ColumnType } from '../../platform/tabular/index.ts'
import { tokensOf } from './header.tokens.rules.ts'

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const money =
  list(`arr mrr acv tcv revenue revenues rev income price cost costs amount amt spend spent spending sales fee fees salary wage budget profit balance payment paid
  turnover ltv clv gmv freight debt billing umsatz preis betrag kosten prix montant precio importe ingresos valor value worth gross net earnings expense expenses refund refunded losses credit cap charge charges funding donation grant usd eur gbp chf
  omsättning omsetning omzet facturación faturamento fatturato chiffre affaires obrót przychód valeur bedrag summe montante importo kwota saldo collected`)
const counts =
  list(`count qty quantity num units seats days hours minutes months years weeks users employees percent pct percentage rate ratio index score rank customers orders items
  size rounds volume version step age points usage visits`)
const shares = list('percent pct percentage probability')
const numbersAsText =
  list(`phone telephone tel fax mobile cell handy zip postal postcode plz postalcode zipcode id ids code codes sku isbn vat cik iban ein uuid guid ssn ref reference number no nr
  key nummer telefon cp siret duns account barcode dial npi upc gtin extension
  postleitzahl telefone telefono teléfono téléphone telefoon tlf mobil mobiel handy celular cellulare móvil portable postnummer postnr cep cap codice kod código codigo nip regon siren kvk orgnr nif cif rfc cnpj`)
const freeText = list(
  'name street address title description website url city notes comments subject email first last',
)
/** Parts of an address that a list has few of. */
const places = list('state country county region province')
/** Words for a kind of something: the status of an address is no address. */
const kinds = list('status state type label kind category mode')
const truth = list('is has flag active enabled deleted')

function isCount(tokens: readonly string[]): boolean {
  const [first = '', second = ''] = tokens
  return (
    tokens.some((token) => counts.has(token)) ||
    ((first === 'number' || first === 'no' || first === '#') && second !== '')
  )
}

/** Numbers that no one adds up: phones, postal codes, ids. */
function isNameOfThing(tokens: readonly string[]): boolean {
  const last = tokens.at(-1) ?? ''
  if (numbersAsText.has(last) && !(last === 'account' && tokens.length > 1)) return true
  if (isCount(tokens)) return false
  return (
    tokens.some(
      (token) =>
        numbersAsText.has(token) && !['number', 'no', 'nr', 'account', 'key', 'extension'].includes(token),
    ) && !tokens.some((token) => money.has(token))
  )
}

function isMoney(tokens: readonly string[]): boolean {
  return tokens.some((token) => money.has(token)) && !isCount(tokens)
}

function numberType(type: ColumnType, tokens: readonly string[]): ColumnType {
  if (tokens.some((token) => shares.has(token)) && type === 'number') return 'percentage'
  if (isNameOfThing(tokens)) return 'string'
  return type === 'number' && isMoney(tokens) ? 'currency' : type
}

function booleanType(tokens: readonly string[]): ColumnType {
  return isCount(tokens) && !tokens.some((token) => truth.has(token)) ? 'number' : 'boolean'
}

/** Few different values make a choice, unless they are codes, or what people write freely. */
function choiceType(tokens: readonly string[], { shape }: ColumnProfile): ColumnType {
  const isCode = tokens.at(-1) === 'id' || (shape.digits > 0.5 && isNameOfThing(tokens))
  const last = tokens.at(-1) ?? ''
  const isFree =
    shape.phone > 0.8 ||
    (tokens.some((token) => freeText.has(token)) && !places.has(last) && !kinds.has(last))
  return isCode || isFree ? 'string' : 'singlePicklist'
}

function dateType(tokens: readonly string[], { dateFormat }: ColumnProfile): ColumnType {
  return dateFormat === 'YYYYMMDD' && isNameOfThing(tokens) ? 'string' : 'date'
}

/** The type of a field that is made from a column: what its values are, in the light of what it is called. */
export function fieldTypeOf(header: string, profile: ColumnProfile): ColumnType {
  const tokens = tokensOf(header)
  const { type, shape } = profile
  switch (type) {
    case 'number':
    case 'currency':
    case 'percentage':
      return numberType(type, tokens)
    case 'boolean':
      return booleanType(tokens)
    case 'date':
      return dateType(tokens, profile)
    case 'singlePicklist':
      return choiceType(tokens, profile)
    case 'string':
      return shape.length > 100 && shape.words > 5 ? 'longText' : type
    default:
      return type
  }
}
