# Checks a catalogue against its glossary: prints each message that uses an English word but not its translation.
# Reads po/glossary.LANGUAGE.md, then the catalogue as `msgattrib --no-wrap` writes it.
function trimmed(text) { gsub(/^ +| +$/, "", text); return text }
# The English text in small letters, without places, a space between words and at both ends.
function bare(text) {
    gsub(/\{[a-z_]+\}/, " ", text)
    text = tolower(text)
    gsub(/[^a-z]+/, " ", text)
    return " " text " "
}
function uses(text, word) {
    return index(text, " " word " ") || index(text, " " word "s ") || index(text, " " word "d ") || index(text, " " word "ed ") ||
           index(text, " " word "es ") || index(text, " " word "ing ")
}
function translated(text, fragments,    list, count, i) {
    count = split(fragments, list, ", *")
    for (i = 1; i <= count; i++) if (index(tolower(text), list[i])) return 1
    return 0
}
function check(    i, f) {
    for (i = 1; i <= words && id != ""; i++) {
        if (!uses(bare(id), english[i]) || (game[i] != "" && !index(places, "/" game[i] "/"))) continue
        for (f = 1; f <= forms; f++)
            if (!translated(form[f], fragments[i])) printf "\"%s\": no %s in \"%s\"\n", id, fragments[i], form[f]
    }
    id = places = ""
    forms = 0
}
FNR == 1 { file++ }
file == 1 && /^\| / && !/^\| (---|English)/ {
    split($0, cell, "|")
    words++
    english[words] = tolower(trimmed(cell[2]))
    game[words] = trimmed(cell[4])
    fragments[words] = trimmed(cell[5])
}
file == 2 && /^$/ { check() }
file == 2 && /^#: / { places = places $0 }
file == 2 && /^msgid "/ { id = substr($0, 8, length($0) - 8) }
file == 2 && /^msgstr/ { form[++forms] = substr($0, index($0, "\"") + 1, length($0) - index($0, "\"") - 1) }
END { check() }
