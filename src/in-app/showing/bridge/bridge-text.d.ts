/** The script of `bridge.ts` as a text, made when the library is built. */
declare const script: string;
export default script;
