import type { LevelId } from '@steward/contracts/level'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'

/** Concepts that a header has to have, in any order, and how sure they make one of the target. */
interface Pattern {
  /** Each names one concept, or several of which one is enough. */
  concepts: readonly string[]
  weight: number
}

export interface Target {
  /** The name of the field. */
  field: string
  patterns: readonly Pattern[]
  /** Concepts that may be there as well: an owner is named in many ways. */
  accepts?: readonly string[]
}

/** `ACC|ORG NAME .97` */
function patterns(list: string): Pattern[] {
  return list
    .split(',')
    .map((text) => text.trim().split(' '))
    .map((parts) => ({ concepts: parts.slice(0, -1), weight: Number(parts.at(-1)) }))
}

/** Codes that say in which money a figure is. */
const currencies = ['usd', 'eur', 'gbp', 'chf', 'cad', 'aud', 'jpy', 'sek', 'nok', 'dkk', 'pln']

const owners: Target = {
  field: 'system:owners',
  accepts: ['ID', 'NAME', 'EMAIL', 'NUMBER', 'PER', 'FULL', 'ADDRESS', 'by', 'to'],
  patterns: patterns(
    `OWNER .95, OWNER NAME .95, OWNER EMAIL .95, OWNER ID .9, OWNER PER .9, OWNER NAME FULL .9, ACC|ORG|PER|DEAL OWNER .95, ACC|ORG|PER|DEAL OWNER NAME .95, ACC|ORG|PER|DEAL OWNER EMAIL .95, ACC|ORG|PER|DEAL OWNER ID .9,
    hubspot OWNER .95, hubspot OWNER ID .95, ACC MANAGER .92, ACC MANAGER NAME .9, ACC MANAGER EMAIL .9, ACC SUCCESS MANAGER .97, SUCCESS MANAGER .95, SALES MANAGER .55,
    ACC SUCCESS MANAGER EMAIL .95, ACC SUCCESS MANAGER NAME .95, SALES PER .85, SALES PER ID .8, MANAGER ID .5, SALES MANAGER NAME .6, MANAGER .6, ACC PER .5, COMMERCIAL .5, ACC COMMERCIAL .5`,
  ),
}

const everywhere: readonly Target[] = [
  {
    field: 'system:lifecycleStageId',
    patterns: patterns('STAGE .8, STAGE STAGE .95, ACC STAGE .85, STAGE NAME .8'),
  },
  { field: 'system:pulse', patterns: patterns('PULSE .95, OWNER PULSE .9, ACC PULSE .85') },
  {
    field: 'about',
    patterns: patterns(
      'DESC .85, ACC|ORG|PER|DEAL DESC .9, DESC body|text|content .88, long DESC .75, short DESC .75, DETAIL .72, ACC|ORG|PER|DEAL DETAIL .8',
    ),
    accepts: ['us', 'txt', 'text'],
  },
]

const created: Target = {
  field: 'createdAt',
  accepts: ['record', 'am', 'em', 'il', 'el', 'op', 'data', 'log'],
  patterns: patterns('CREATED .9, CREATED DATE .95, DATE added .65'),
}

/** People and deals are added to a list when it first has them; a company may be added to an index of the stock exchange. */
const added: Target = {
  ...created,
  patterns: patterns('DATE added .8, DATE opened .8, DATE raised .8, DATE alta .8, DATE registration .75'),
}

/** The words for the legal name of a company. */
const legalName =
  'raison sociale .95, razón social .95, razon social .95, ragione sociale .95, razão social .95, razao social .95, NAME social|sociale .9'

const anyId =
  'EXTERNAL ID .97, ID .96, record ID .93, object ID .9, source ID .65, system ID .7, entity ID .85, ACC entity ID .88, EXTERNAL CODE .95, EXTERNAL EXTERNAL ID .9, EXTERNAL record ID .95, item ID .85, EXTERNAL NUMBER .85'

const organization: Target = {
  field: 'organization',
  patterns: patterns(
    'ORG .85, ORG NAME .93, ORG ID .9, group .6, group NAME .6, groupe .6, PARENT group .9, PARENT .85, PARENT NAME .88, PARENT ID .88, PARENT ACC|ORG .92, PARENT ACC|ORG NAME .92, PARENT ACC|ORG ID .92, PARENT ACC|ORG EXTERNAL ID .92, PARENT PARENT .85, PARENT PARENT ACC .88, PARENT CODE|NUMBER .85, PARENT ACC|ORG CODE|NUMBER .9',
  ),
}

const account: Target = {
  field: 'account',
  patterns: patterns(
    'ACC .88, FULL ACC .85, ACC NAME .92, ACC ID .86, ACC CODE|NUMBER .8, LINKED ACC .9, LINKED ACC ID .9, LINKED ACC NAME .9, ACC ACC .7, ACC ACC ID .7, ACC EXTERNAL ID .85, ACC domain .45',
  ),
}

/** The fields that a new company starts with, on organizations and accounts. */
const contract: readonly Target[] = [
  {
    field: starterFieldNames.arr,
    patterns: patterns(
      'arr .97, annual recurring revenue .95, recurring revenue .75, annual CONTRACT value .85, acv .8, annual value .7, CONTRACT value .75, annual CONTRACT .7, ACC arr .93, FULL arr .93, total arr .9',
    ),
    accepts: [...currencies, 'amt', 'amount', 'value', 'FULL', 'total', 'CONTRACT'],
  },
  {
    field: starterFieldNames.renewalDate,
    patterns: patterns(
      'RENEWAL DATE .97, RENEWAL .9, next RENEWAL DATE .93, next RENEWAL .9, CONTRACT RENEWAL DATE .95, CONTRACT RENEWAL .9, CONTRACT END .92, CONTRACT END DATE .93, CONTRACT TERM END .9, TERM END DATE .88, TERM END .88, FULL TERM END .88, CONTRACT EXPIRY DATE .92, CONTRACT EXPIRY .88, EXPIRY DATE .75, EXPIRY .6, VALID DATE .78, VALID END .78, CONTRACT VALID DATE .88',
    ),
    accepts: ['data', 'due'],
  },
  {
    field: starterFieldNames.contractStart,
    patterns: patterns(
      'CONTRACT START DATE .97, CONTRACT START .95, START DATE .75, TERM START .8, CONTRACT DATE .6, ACC SINCE .88, ACC DATE SINCE .88, ACC DATE .7, CONTRACT SINCE .88, VALID FROM .78, VALID SINCE .78, CONTRACT FROM .85, CONTRACT VALID FROM .88',
    ),
    accepts: ['data'],
  },
  {
    field: starterFieldNames.tier,
    patterns: patterns(
      'tier .95, ACC tier .95, segment tier .85, service tier .85, support tier .8, ACC segment .7, ACC LEVEL .78, LEVEL .5',
    ),
    accepts: ['CODE'],
  },
  {
    field: starterFieldNames.domain,
    patterns: patterns(
      'domain .95, domains .9, domain NAME .93, WEBSITE .92, web SITE .9, internet SITE .9, WEBSITE domain .97, WEBSITE url .9, web ADDRESS .85, internet .7, internet ADDRESS .85, FULL WEBSITE .9, FULL WEBSITE url .9, FULL url .72, ACC domain .95, ACC domain NAME .95, ACC WEBSITE .92, ACC url .8, url .6, web .7, FULL domain .9, EMAIL domain .75',
    ),
  },
]

const byLevel: Readonly<Record<LevelId, readonly Target[]>> = {
  1: [
    {
      field: 'name',
      patterns: patterns(
        `NAME .95, ORG|ACC|PARENT NAME .97, FULL NAME .9, FULL ORG|ACC NAME .93, ORG .82, ACC .75, PARENT .6, PARENT ACC|ORG NAME .8, SUBJECT .45, ${legalName}`,
      ),
    },
    {
      field: 'system:externalId',
      patterns: patterns(
        `${anyId}, ORG|ACC|PARENT ID .95, ORG|ACC CODE|NUMBER .85, PARENT ACC|ORG ID .8, CODE .6, NUMBER .5, TICKER .65`,
      ),
    },
  ],
  2: [
    {
      field: 'name',
      patterns: patterns(
        `NAME .95, ACC NAME .97, ACC ACC NAME .9, FULL NAME .9, FULL ACC NAME .93, ACC .82, ORG NAME .78, ORG .6, SUBJECT .55, security .62, trading NAME .8, ${legalName}`,
      ),
    },
    {
      field: 'system:externalId',
      patterns: patterns(
        `${anyId}, ACC ID .95, ACC CODE|NUMBER .88, ACC EXTERNAL ID .95, ORG ID .72, ACC ACC ID .8, CODE .6, NUMBER .5, TICKER .72, TICKER str .6`,
      ),
    },
    organization,
  ],
  3: [
    {
      field: 'name',
      patterns: patterns(
        'NAME .95, PER NAME .97, FULL NAME .97, FULL PER NAME .95, PER FULL NAME .95, PER .75, ACC NAME .74',
      ),
    },
    {
      field: 'system:email',
      patterns: patterns(
        'EMAIL .97, EMAIL ADDRESS .97, PER EMAIL .95, PER EMAIL ADDRESS .95, ACC EMAIL .9, work EMAIL .95, FULL EMAIL .95, FULL EMAIL ADDRESS .95',
      ),
    },
    {
      field: 'system:externalId',
      patterns: patterns(
        `${anyId}, PER ID .95, PER CODE|NUMBER .85, ACC ID .5, CODE .55, NUMBER .45, vid .9`,
      ),
    },
    organization,
    account,
  ],
  4: [
    {
      field: 'name',
      patterns: patterns('NAME .95, DEAL NAME .97, SUBJECT .78, DEAL .7, DEAL SUBJECT .93, FULL NAME .85'),
    },
    {
      field: 'pipelineType',
      patterns: patterns('entity TYPE .95, DEAL TYPE .9, TYPE .7'),
      accepts: ['CODE'],
    },
    {
      field: 'system:pipelineStatus',
      patterns: patterns(
        'STATUS .85, DEAL STATUS .95, STAGE .85, STAGE NAME .88, DEAL STAGE .93, DEAL DEAL STAGE .9, DEAL STAGE NAME .93, situação .8, situacao .8, situación .8, situacion .8, outcome .8',
      ),
      accepts: ['CODE'],
    },
    {
      field: 'system:externalId',
      patterns: patterns(`${anyId}, DEAL ID .95, DEAL CODE|NUMBER .88, CODE .55, NUMBER .45`),
    },
    organization,
    account,
  ],
}

/** The fields of a level that headers in exports stand for, with the words that do. */
export function targetsOf(level: LevelId): readonly Target[] {
  return [...byLevel[level], ...(level <= 2 ? contract : [added]), owners, created, ...everywhere]
}

/** The parts of a person's name, in the order in which they are joined. */
export const nameParts = [
  {
    part: 'FIRST',
    patterns: patterns('FIRST .9, FIRST NAME .97, PER FIRST NAME .95, ACC FIRST NAME .85, PER FIRST .85'),
  },
  { part: 'MIDDLE', patterns: patterns('MIDDLE .85, MIDDLE NAME .95, MIDDLE initial .85') },
  {
    part: 'LAST',
    patterns: patterns('LAST .85, LAST NAME .97, PER LAST NAME .95, ACC LAST NAME .85, PER LAST .85'),
  },
] as const

/** The concept that stands for the records of a level. */
export const ownConcept: Readonly<Record<LevelId, string>> = { 1: 'ORG', 2: 'ACC', 3: 'PER', 4: 'DEAL' }
const lost = 0.33
const lostOwn = 0.04

/**
 * How sure the words of a header make one of a target: 0 where they say nothing. Every word too many takes from it, a
 * repeated one nothing, and one for the records of the level little: "Contact: Email" is the contact's email.
 */
export function weigh(
  concepts: readonly string[],
  candidates: readonly Pattern[],
  level: LevelId,
  accepts: readonly string[] = [],
): number {
  let best = 0
  for (const { concepts: wanted, weight } of candidates) {
    const rest = [...concepts]
    const isThere = wanted.every((one) => {
      const at = rest.findIndex((concept) => one.split('|').includes(concept))
      if (at >= 0) rest.splice(at, 1)
      return at >= 0
    })
    if (!isThere) continue
    const strange = new Set(rest.filter((concept) => !wanted.some((one) => one.split('|').includes(concept))))
    for (const concept of accepts) strange.delete(concept)
    const ofLevel = strange.delete(ownConcept[level]) ? lostOwn : 0
    best = Math.max(best, weight - lost * strange.size - ofLevel)
  }
  return best
}
