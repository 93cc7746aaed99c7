import { readFileSync } from 'node:fs';

/** The service's contract, as far as tests read it. */
export interface Contract {
  operations: ContractOperation[];
  models: Record<string, Record<string, ContractField>>;
}

export interface ContractOperation {
  operation: string;
  method: string;
  path: string;
  path_params?: Record<string, ContractField>;
  query?: Record<string, ContractField>;
  /** The name of a model. */
  body?: string;
  /** The name of a model, or a word for something else, by status. */
  responses: Record<string, string | null>;
  keys: string[];
}

export interface ContractField {
  /** Such as `string`, `integer/int64[]`, `map<string>` or the name of a model. */
  type: string;
  required?: boolean;
  enum?: string[];
}

const file = new URL('../../docs/service/contract.json', import.meta.url);

export const contract = JSON.parse(readFileSync(file, 'utf8')) as Contract;
