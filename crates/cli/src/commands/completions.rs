//! `olmkit completions`.

use crate::CLEAN;
use crate::args::{VERBS, options};
use crate::host::Host;

/// Prints what a shell needs to complete commands and options; files are completed as usual.
pub(crate) fn run(shell: &str, host: &mut dyn Host) -> Result<u8, String> {
    let mut options: Vec<&str> = options().collect();
    options.sort_unstable();
    options.dedup();
    let (verbs, options) = (VERBS.join(" "), options);
    let script = match shell {
        "bash" => format!("complete -o default -W '{verbs} {}' olmkit\n", options.join(" ")),
        "zsh" => {
            let options: Vec<String> = options.iter().map(|option| format!("'{option}'")).collect();
            format!("#compdef olmkit\n_arguments '1:command:({verbs})' {} '*:file:_files'\n", options.join(" "))
        }
        "fish" => {
            let lines =
                options.iter().map(|option| format!("complete -c olmkit -l {}\n", option.trim_start_matches('-')));
            let lines: String = lines.collect();
            format!("complete -c olmkit -n __fish_use_subcommand -a '{verbs}'\n{lines}")
        }
        other => return Err(format!("\"{other}\" is no shell that is known (known: bash, zsh, fish)")),
    };
    host.out(script.as_bytes());
    Ok(CLEAN)
}
