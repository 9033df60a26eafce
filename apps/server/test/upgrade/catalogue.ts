import pg from 'pg'

const ours = `in ('public', 'graphile_worker')`

/** Each gives lines that say what there is of one kind; who owns what, and who may what, belongs to it. */
const questions = [
  `select format('%s %s.%s: kind %s, rows fenced %s %s, options %s, owned by the migrating user %s',
     'relation', n.nspname, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
     pg_get_userbyid(c.relowner) = current_user) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  `select format('column %s.%s.%s: %s, required %s, identity %s, generated %s, stored %s %s, default %s', n.nspname, c.relname, a.attname,
     format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
     pg_get_expr(d.adbin, d.adrelid)) as line
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where n.nspname ${ours} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  `select format('constraint %s on %s: %s, validated %s', k.conname, k.conrelid::regclass, pg_get_constraintdef(k.oid), k.convalidated) as line
   from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname ${ours}`,
  `select format('index %s, valid %s', pg_get_indexdef(i.indexrelid), i.indisvalid) as line
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname ${ours}`,
  `select format('view %s.%s: %s', schemaname, viewname, definition) as line from pg_views where schemaname ${ours}`,
  `select format('trigger %s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) as line
   from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname ${ours} and not t.tgisinternal`,
  `select format('policy %s on %s.%s: %s for %s to %s using %s with check %s', policyname, schemaname, tablename, permissive, cmd, roles, qual, with_check) as line
   from pg_policies where schemaname ${ours}`,
  `select format('function %s, owned by the migrating user %s', pg_get_functiondef(p.oid), pg_get_userbyid(p.proowner) = current_user) as line
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname ${ours} and p.prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  `select format('type %s.%s: %s %s', n.nspname, t.typname, t.typtype, array(select enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder)) as line
   from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname ${ours} and t.typtype in ('e', 'd', 'c')`,
  `select format('extension %s', extname) as line from pg_extension`,
  `select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description) as line
   from pg_description where (classoid, objoid) in (select 'pg_class'::regclass, c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${ours})`,
  `select format('%s may %s on %s', case when x.grantee = 0 then 'everybody' else pg_get_userbyid(x.grantee) end, x.privilege_type, o.what) as line
   from (
     select 'schema ' || nspname as what, nspacl as acl from pg_namespace where nspname ${ours}
     union all select 'relation ' || c.oid::regclass, c.relacl from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname ${ours}
     union all select format('column %s of %s', a.attname, a.attrelid::regclass), a.attacl from pg_attribute a join pg_class c on c.oid = a.attrelid
       join pg_namespace n on n.oid = c.relnamespace where n.nspname ${ours}
     union all select 'function ' || p.oid::regprocedure, coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname ${ours}
     union all select format('new %s in %s', defaclobjtype, defaclnamespace::regnamespace), defaclacl from pg_default_acl
   ) o, aclexplode(o.acl) x`,
]

/** Everything that migrations make, as sorted lines: two databases with equal lines have the same schema. */
export async function catalogueOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const lines: string[] = []
    for (const question of questions)
      lines.push(...(await client.query<{ line: string }>(question)).rows.map(({ line }) => line))
    return lines.toSorted()
  } finally {
    await client.end()
  }
}
