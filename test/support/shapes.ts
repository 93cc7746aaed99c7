import ts from 'typescript';
import { fileURLToPath } from 'node:url';

/** What a field of a type may be, as far as a contract can say it. */
export interface FieldShape {
  /** Whether every form of the type has the field, for sure. */
  required: boolean;
  types: ts.Type[];
}

/** The types of an operation's input and answer. */
export interface CallShape {
  input: ts.Type;
  output: ts.Type;
}

/** Reads the types of the server door as the compiler sees them. */
export function readAdmin() {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const door = `${root}src/admin/index.ts`;
  // What the door's types say, they say without those of Node, which take longer to read than all of ours.
  const program = ts.createProgram([door], { ...options, types: [] });
  const checker = program.getTypeChecker();

  function admin(): ts.Type {
    const source = program.getSourceFile(door);
    const module = source && checker.getSymbolAtLocation(source);
    const alias = module && checker.getExportsOfModule(module).find(({ name }) => name === 'Admin');
    if (!alias) throw new Error('src/admin/index.ts exports no type `Admin`');
    return checker.getDeclaredTypeOfSymbol(alias);
  }

  /** The types of an operation named like `catalogs.items.list`. */
  function callOf(operation: string): CallShape {
    const call = operation.split('.').reduce((type, name) => {
      const property = type.getProperty(name);
      if (!property) throw new Error(`admin.${operation} is not declared`);
      return checker.getTypeOfSymbol(property);
    }, admin());
    const [signature] = call.getCallSignatures();
    const [input] = signature?.getParameters() ?? [];
    const output = signature && checker.getAwaitedType(signature.getReturnType());
    if (!input || !output) throw new Error(`admin.${operation} is not a call`);
    return { input: checker.getTypeOfSymbol(input), output };
  }

  /** The fields of all forms of some types, but for those that must not be given. */
  function fieldsOf(types: ts.Type[]): Map<string, FieldShape> {
    const forms = types.flatMap(membersOf).filter((type) => kindOf(type) === 'object');
    const fields = new Map<string, FieldShape>();
    for (const property of forms.flatMap((form) => checker.getPropertiesOfType(form))) {
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(property));
      if (type.flags & ts.TypeFlags.Never) continue;
      const field = fields.get(property.name) ?? { required: isRequired(forms, property.name), types: [] };
      fields.set(property.name, { ...field, types: [...field.types, type] });
    }
    return fields;
  }

  function isRequired(forms: ts.Type[], name: string): boolean {
    return forms.every((form) => {
      const property = form.getProperty(name);
      return property && !(property.flags & ts.SymbolFlags.Optional);
    });
  }

  /** The kinds of values the types hold: `string`, `number`, `boolean`, `array` or `object`. */
  function kindsOf(types: ts.Type[]): string[] {
    return [...new Set(types.flatMap(membersOf).map(kindOf))].sort();
  }

  function kindOf(type: ts.Type): string {
    if (type.isIntersection()) return type.types.map(kindOf).find((kind) => kind !== 'object') ?? 'object';
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (type.flags & ts.TypeFlags.Void) return 'void';
    return checker.isArrayType(type) ? 'array' : 'object';
  }

  /** The types of the items of arrays among the types. */
  function itemsOf(types: ts.Type[]): ts.Type[] {
    return types
      .flatMap(membersOf)
      .filter((type) => checker.isArrayType(type))
      .flatMap((type) => checker.getTypeArguments(type as ts.TypeReference));
  }

  /** The words the types allow, and whether they allow others too. */
  function wordsOf(types: ts.Type[]): { words: string[]; open: boolean } {
    const members = types.flatMap(membersOf);
    const literals = members.flatMap((type) => (type.isStringLiteral() ? [type.value] : []));
    const open = members.some((type) => kindOf(type) === 'string' && !type.isStringLiteral());
    return { words: [...new Set(literals)].sort(), open };
  }

  return { callOf, fieldsOf, kindsOf, itemsOf, wordsOf };
}

function membersOf(type: ts.Type): ts.Type[] {
  return type.isUnion() ? type.types.flatMap(membersOf) : [type];
}
