// ESLint's configuration for the page and its tests: the recommended rules, and a few that have paid off.
// tests/web/tools.sh installs the tools.
import {createRequire} from "node:module";

const tools = createRequire(new URL("./build/web-tests/package.json", import.meta.url));
const js = tools("@eslint/js");

const rules = {
    eqeqeq: "error",
    "no-var": "error",
    "no-unused-vars": ["error", {ignoreRestSiblings: true}],
    "prefer-const": "error",
    "no-shadow": "error",
    "no-eval": "error",
    "no-implied-eval": "error",
    "no-throw-literal": "error",
    "no-self-compare": "error",
    "no-template-curly-in-string": "error",
    "no-unreachable-loop": "error",
    "no-unused-expressions": ["error", {allowShortCircuit: true, allowTernary: true}],
    "no-return-assign": "error",
    "no-promise-executor-return": "error",
    "array-callback-return": "error",
    "default-case-last": "error",
    "no-useless-rename": "error",
    "object-shorthand": "error",
    "no-undef": "off", // the type checker knows what each side has
};

// Markup becomes elements in one place (web/dom.js), and only markup of ours.
const noMarkup = ["innerHTML", "outerHTML", "insertAdjacentHTML"].map(property => ({
    property,
    message: "Use h() of web/dom.js.",
}));

export default [
    {files: ["web/**/*.js", "tests/web/**/*.mjs", "eslint.config.mjs"], ...js.configs.recommended},
    {files: ["web/**/*.js", "tests/web/**/*.mjs", "eslint.config.mjs"], rules},
    {
        files: ["web/**/*.js"],
        ignores: ["web/dom.js"],
        rules: {"no-restricted-properties": ["error", ...noMarkup]},
    },
];
