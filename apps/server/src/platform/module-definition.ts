import type { Module } from './module.ts'
import type { Platform } from './platform.ts'

/** A module at work: what it adds to the whole, and the service that other modules call. */
export interface BuiltModule<Service> {
  module: Module
  service: Service
}

/** How to build a module. The `index.ts` of each module exports one, and `modules.ts` lists them all. */
export interface ModuleDefinition<Service> {
  build: (platform: Platform, findService: FindService) => Promise<BuiltModule<Service>>
}

/** Gives the service of another module, which is built first where it isn't yet. */
export type FindService = <Service>(definition: ModuleDefinition<Service>) => Promise<Service>

export type ServiceOf<Definition> = Definition extends ModuleDefinition<infer Service> ? Service : never

type Needs = Readonly<Record<string, ModuleDefinition<unknown>>>
export type ServicesOf<Definitions extends Needs> = {
  [Name in keyof Definitions]: ServiceOf<Definitions[Name]>
}

/**
 * Defines a module by what it needs and how it is created. `needs` names the definitions of lower modules;
 * `create` gets their services under the same names.
 */
export function defineModule<Service = undefined, Needed extends Needs = Record<never, never>>({
  needs,
  create,
}: {
  needs?: Needed
  create: (platform: Platform, services: ServicesOf<Needed>) => Created<Service> | Promise<Created<Service>>
}): ModuleDefinition<Service> {
  return {
    async build(platform, findService) {
      const services = await servicesOf(needs ?? ({} as Needed), findService)
      const { module, service } = await create(platform, services)
      return { module, service: service as Service }
    },
  }
}

/** A module without a service leaves it out. */
type Created<Service> = Service extends undefined
  ? { module: Module; service?: undefined }
  : { module: Module; service: Service }

async function servicesOf<Definitions extends Needs>(
  definitions: Definitions,
  findService: FindService,
): Promise<ServicesOf<Definitions>> {
  const services: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries(definitions)) services[name] = await findService(definition)
  return services as ServicesOf<Definitions>
}

/**
 * Builds modules, each once. Gives their services by name, and what they add to the whole in the order of the
 * list. Throws when a module needs one that isn't in the list: its routes and jobs would be missing.
 */
export async function buildModules<Definitions extends Needs>(
  platform: Platform,
  definitions: Definitions,
): Promise<{ services: ServicesOf<Definitions>; modules: Module[] }> {
  const built = new Map<ModuleDefinition<unknown>, Promise<BuiltModule<unknown>>>()
  const listed = new Map(Object.entries(definitions).map(([name, definition]) => [definition, name]))

  function buildOnce<Service>(definition: ModuleDefinition<Service>): Promise<BuiltModule<Service>> {
    const known = built.get(definition)
    if (known) return known as Promise<BuiltModule<Service>>
    const building = definition.build(platform, async (needed) => {
      if (!listed.has(needed)) throw new Error(`${listed.get(definition)} needs a module that isn't listed`)
      return (await buildOnce(needed)).service
    })
    built.set(definition, building)
    return building
  }

  const modules: Module[] = []
  for (const definition of listed.keys()) modules.push((await buildOnce(definition)).module)
  return { services: await servicesOf(definitions, async (one) => (await buildOnce(one)).service), modules }
}
